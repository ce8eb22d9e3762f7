import { type ReactNode, Suspense, useState } from 'react'
import type { ListRow } from '../../../../shared/page.ts'
import type { RowName } from '../../../../shared/page-save.ts'
import type { RelatedListSchema } from '../../../../shared/related-list.ts'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { widgetOf } from '../../widgets/index.ts'
import { type CellChange, keepRows, removeRows, revertRow, setAddedCell, setCell } from './edits/actions.ts'
import type { Editing } from './rows-table.tsx'
import type { ShownRow } from './shown-rows.ts'
import type { ListModel } from './use-list-edits.ts'

const RowDialog = lazyPart(() => import('./row-dialog.tsx').then((module) => module.RowDialog))

interface Options {
  readonly schema: RelatedListSchema
  readonly model: ListModel
  readonly shownOf: (id: RowName) => ShownRow | undefined
}

/** What is done to rows that are shown: cells changed in place, or in a dialog where a cell is too small; rows removed. */
export function useCells({ schema, model, shownOf }: Options) {
  const { act, setDraft } = model
  const [editing, setEditing] = useState<Editing | null>(null)
  const column = schema.columns.find(({ name }) => name === editing?.field)
  const large = column !== undefined && (widgetOf(column.widget).wide === true || column.multiple === true)
  const shown = editing === null ? undefined : shownOf(editing.id)
  const savedRow = (id: RowName): ListRow | null => shownOf(id)?.row ?? null

  const onCell = (id: RowName, change: CellChange) =>
    act((now) => {
      if (typeof id === 'string') return setAddedCell(now, id, change)
      const row = savedRow(id)
      return row === null ? now : setCell(now, row, change)
    })
  const onEdit = (next: Editing | null) => {
    setDraft(null)
    setEditing(next)
  }

  const dialog: ReactNode = large && shown !== undefined && editing !== null && (
    <Suspense fallback={null}>
      <RowDialog
        title={`${column.label}, ${shown.label}`}
        button="Done"
        fields={[column]}
        values={{ [column.name]: shown.values[column.name] }}
        labels={{ [column.name]: shown.labels[column.name] ?? [] }}
        again={false}
        onDone={(values, labels) =>
          onCell(editing.id, { field: column, value: values[column.name], labels: labels[column.name] })
        }
        onClose={() => onEdit(null)}
      />
    </Suspense>
  )
  return {
    dialog,
    table: {
      editing: large ? null : editing,
      onEdit,
      onCell,
      onProblem: (id: RowName, field: string, problem: string | null) =>
        setDraft(problem === null ? null : { id, field, problem }),
      onRemove: (ids: readonly RowName[]) =>
        act((now) =>
          removeRows(
            now,
            ids.flatMap((id) => (typeof id === 'string' ? id : (savedRow(id) ?? []))),
          ),
        ),
      onKeep: (ids: readonly RowName[]) =>
        act((now) =>
          keepRows(
            now,
            ids.filter((id) => typeof id === 'number'),
          ),
        ),
      onRevert: (id: RowName) => act((now) => (typeof id === 'number' ? revertRow(now, id) : now)),
    },
  }
}
