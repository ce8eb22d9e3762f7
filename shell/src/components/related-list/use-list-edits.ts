import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { ListData, ListRow, PageComponentProps } from '../../../../shared/page.ts'
import type { RelatedListEdits, RowName } from '../../../../shared/page-save.ts'
import type { RelatedListData, RelatedListSchema } from '../../../../shared/related-list.ts'
import type { Editor } from '../../edits/editor.ts'
import { listed } from '../../edits/merged-text.ts'
import { useEditor } from '../../edits/page-edits.ts'
import { showToast } from '../../interaction/toasts.tsx'
import { usePage } from '../../routing/page-context.ts'
import { wrongCells } from './edits/check-edits.ts'
import { collectEdits, countEdits } from './edits/collect.ts'
import { type ListEdits, NO_EDITS } from './edits/list-edits.ts'
import { type FreshList, mergeEdits } from './edits/merge.ts'
import { refusedRows } from './edits/row-errors.ts'
import { filledSince, settleEdits } from './edits/settle.ts'
import { rowLabel } from './shown-rows.ts'

export type Act = (change: (edits: ListEdits) => ListEdits) => void

/** What a widget holds that is no value yet. */
export interface Draft {
  readonly id: RowName
  readonly field: string
  readonly problem: string
}

interface Options {
  readonly props: PageComponentProps<RelatedListData | null, RelatedListSchema>
  /** The edited rows as they are now, and the order of a list that has one. */
  readonly freshList: (edits: ListEdits) => Promise<FreshList>
  /** It is saved: what is shown is to be loaded anew. */
  readonly onSaved: (before: ListEdits) => void
  /** Others' changes were taken over. */
  readonly onMerged: (fresh: FreshList) => void
  readonly focusCell: (id: RowName, field: string) => void
}

/** All that is unsaved in a list, as a part of its page's save. */
export function useListEdits({ props, freshList, onSaved, onMerged, focusCell }: Options) {
  const { schema, componentKey, setDirty } = props
  const [edits, act] = useReducer(applied, NO_EDITS)
  const [draft, setDraft] = useState<Draft | null>(null)
  const sent = useRef<RelatedListEdits>({})
  const counts = useMemo(() => countEdits(edits), [edits])
  const changes = counts.added + counts.removed + counts.changed + counts.moved
  const dirty = changes > 0 || draft !== null
  useEffect(() => setDirty?.(dirty), [dirty, setDirty])

  const editor: Editor = {
    key: componentKey,
    title: props.title ?? componentKey,
    changes: changes + (changes === 0 && draft !== null ? 1 : 0),
    problems: edits.errors.size + (draft === null ? 0 : 1),
    check: () => {
      const errors = wrongCells(edits, schema)
      act((now) => ({ ...now, errors }))
      return errors.size === 0 && draft === null
    },
    focusProblem: () => {
      if (draft !== null) return focusCell(draft.id, draft.field)
      const [first] = edits.errors
      if (first !== undefined) focusCell(first[0], Object.keys(first[1])[0] ?? '')
    },
    collect: () => {
      sent.current = collectEdits(edits)
      return sent.current
    },
    settle: (saved, fresh) => {
      const rows = (fresh as ListData | null | undefined)?.rows ?? []
      const field = schema.choose?.field
      act((now) => settleEdits(now, saved as RelatedListEdits, rows, field))
      const { lost } = filledSince(edits, saved as RelatedListEdits, rows, field)
      if (lost.length > 0) showToast({ text: `What you typed into ${listed(lost)} while it was saved is not saved.` })
      onSaved(edits)
    },
    refuse: (errors) => {
      const refused = refusedRows(sent.current, errors)
      act((now) => ({ ...now, errors: refused.errors }))
      return refused.others
    },
    // Where nothing is unsaved the fresh page says all there is to say.
    prepare: () => (changes === 0 ? Promise.resolve(NOTHING_KNOWN) : freshList(edits)),
    merge: (prepared) => {
      const fresh = prepared as FreshList
      const title = props.title ?? componentKey
      const nameOf = (row: ListRow) => rowLabel(row, schema.labelField)
      const list = { title, columns: schema.columns, nameOf, chosenField: schema.choose?.field }
      return mergeEdits(edits, fresh, list, (change) => {
        act(change)
        if (fresh !== NOTHING_KNOWN) onMerged(fresh)
      })
    },
    discard: () => {
      act((now) => ({ ...NO_EDITS, base: now.base, order: now.base }))
      setDraft(null)
      return () => act((now) => ({ ...edits, base: now.base }))
    },
  }
  useEditor(usePage().configuration.save && (dirty || isEditable(schema)) ? editor : null)
  return { edits, act, counts, draft, setDraft }
}

const NOTHING_KNOWN: FreshList = { rows: new Map(), order: null, known: new Set() }

export type ListModel = ReturnType<typeof useListEdits>

function applied(edits: ListEdits, change: (edits: ListEdits) => ListEdits): ListEdits {
  return change(edits)
}

/** Something of the list may be changed by this user. */
export function isEditable({ editable, choose, create, canRemove, ordered }: RelatedListSchema): boolean {
  return editable.length > 0 || choose !== undefined || create !== undefined || canRemove || ordered
}
