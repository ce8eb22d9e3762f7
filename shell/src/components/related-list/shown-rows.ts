import { useRef } from 'react'
import type { ListRow } from '../../../../shared/page.ts'
import type { RowName } from '../../../../shared/page-save.ts'
import type { RelatedListSchema } from '../../../../shared/related-list.ts'
import { plainText } from '../../cells/plain-text.ts'
import { labelOf } from '../../widgets/related-value.ts'
import { addedFields } from './edits/check-edits.ts'
import { type AddedRow, type Labels, type ListEdits, shownValues, type Values } from './edits/list-edits.ts'

/** A row as it is drawn: saved or not, with what the user made of it. */
export interface ShownRow {
  readonly id: RowName
  /** Null: it is not saved yet. */
  readonly row: ListRow | null
  /** Its record is made with the save. */
  readonly isNew: boolean
  /** What it is told by. */
  readonly label: string
  readonly values: Values
  readonly labels: Labels
  readonly state: 'saved' | 'added' | 'changed' | 'removed'
  /** Fields of a saved row that differ from it. */
  readonly changed: readonly string[]
  readonly errors: Readonly<Record<string, string>> | undefined
  readonly editable: readonly string[]
  readonly removable: boolean
}

/** What a saved row is told by. */
export function rowLabel({ id, values, labels }: ListRow, labelField: string): string {
  const value = values[labelField]
  const related = labels[labelField]
  if (typeof value === 'number' && related !== undefined && related.length > 0) return labelOf(related, value)
  return plainText(value) || `#${id}`
}

function savedRow(row: ListRow, edits: ListEdits, schema: RelatedListSchema): ShownRow {
  const change = edits.changed.get(row.id)
  const removed = edits.removed.has(row.id)
  const may = schema.removeDeletes ? row.canDelete : true
  return {
    id: row.id,
    row,
    isNew: false,
    label: rowLabel(row, schema.labelField),
    values: shownValues(edits, row),
    labels: change === undefined ? row.labels : mergedLabels(row.labels, change.labels),
    state: removed ? 'removed' : change === undefined ? 'saved' : 'changed',
    changed: Object.keys(change?.values ?? {}),
    errors: edits.errors.get(row.id),
    editable: row.canWrite && !removed ? schema.editable : [],
    removable: schema.canRemove && may,
  }
}

export function addedRow(row: AddedRow, edits: ListEdits, schema: RelatedListSchema): ShownRow {
  return {
    id: row.key,
    row: null,
    isNew: row.relatedId === undefined,
    label: row.name,
    values: { ...row.shown, ...row.values },
    labels: row.labels,
    state: 'added',
    changed: [],
    errors: edits.errors.get(row.key),
    editable: addedFields(schema, row.relatedId !== undefined).map(({ name }) => name),
    removable: true,
  }
}

/** A chosen record's value that is not known before it is saved; that it were empty is not said. */
export function isUnknown({ row, isNew, values, editable }: ShownRow, field: string): boolean {
  return row === null && !isNew && !editable.includes(field) && !Object.hasOwn(values, field)
}

/** Makes rows to be drawn; one that nothing happened to is the same object again. */
export function useShownRows(edits: ListEdits, schema: RelatedListSchema) {
  const known = useRef(new Map<RowName, { readonly of: readonly unknown[]; readonly shown: ShownRow }>())
  const keep = (id: RowName, of: readonly unknown[], make: () => ShownRow): ShownRow => {
    const before = known.current.get(id)
    if (before?.of.every((one, index) => one === of[index])) return before.shown
    const shown = make()
    known.current.set(id, { of, shown })
    return shown
  }
  const saved = (row: ListRow): ShownRow => {
    const { changed, removed, errors } = edits
    const of = [row, schema, changed.get(row.id), removed.has(row.id), errors.get(row.id)]
    return keep(row.id, of, () => savedRow(row, edits, schema))
  }
  const added = (row: AddedRow): ShownRow =>
    keep(row.key, [row, schema, edits.errors.get(row.key)], () => addedRow(row, edits, schema))
  /** All that is unsaved, wherever it stands. */
  const unsaved = (): ShownRow[] => [
    ...edits.added.map(added),
    ...[...edits.changed.values()].map(({ row }) => saved(row)),
    ...[...edits.removed.values()].map(saved),
  ]
  return { saved, added, unsaved }
}

function mergedLabels(labels: Labels, chosen: Labels): Labels {
  const names = Object.keys(chosen)
  return {
    ...labels,
    ...Object.fromEntries(names.map((name) => [name, [...(chosen[name] ?? []), ...(labels[name] ?? [])]])),
  }
}
