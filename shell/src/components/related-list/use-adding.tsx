import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { RowName } from '../../../../shared/page-save.ts'
import type { RelatedListSchema } from '../../../../shared/related-list.ts'
import { plainText } from '../../cells/plain-text.ts'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { labelOf } from '../../widgets/related-value.ts'
import type { Candidate } from './candidates.ts'
import { addRows, keepRows, replaceAdded } from './edits/actions.ts'
import type { AddedRow, Labels, ListEdits, Values } from './edits/list-edits.ts'
import { lowered } from './texts.ts'
import type { Act } from './use-list-edits.ts'

const ChooseDialog = lazyPart(() => import('./choose-dialog.tsx').then((module) => module.ChooseDialog))
const RowDialog = lazyPart(() => import('./row-dialog.tsx').then((module) => module.RowDialog))

interface Options {
  readonly schema: RelatedListSchema
  readonly edits: ListEdits
  readonly act: Act
  readonly presentOf: (ids: readonly number[], signal: AbortSignal) => Promise<ReadonlySet<number>>
  readonly onAdded: (last: string) => void
}

/** Puts rows in: records that are chosen, and new ones. */
export function useAdding({ schema, edits, act, presentOf, onAdded }: Options) {
  const [open, setOpen] = useState<'choose' | 'create' | AddedRow | null>(null)
  const keys = useRef(0)
  const close = () => setOpen(null)
  const newKey = () => {
    keys.current += 1
    return `new-${keys.current}`
  }

  const choose = (chosen: readonly Candidate[]) => {
    // What was only marked as removed is kept, rather than put in a second time.
    const back = new Map([...edits.removed.values()].map((row) => [relatedOf(row.id, row.values, schema), row.id]))
    const kept = chosen.flatMap(({ id }) => back.get(id) ?? [])
    const rows = chosen.filter(({ id }) => !back.has(id)).map((candidate) => chosenRow(newKey(), candidate, schema))
    act((now) => addRows(keepRows(now, kept), rows))
    close()
    const last = rows.at(-1)
    if (last !== undefined) onAdded(last.key)
  }
  const create = (values: Values, labels: Labels) => {
    const row: AddedRow = { key: newKey(), name: nameOf(values, labels, schema), values, shown: {}, labels }
    act((now) => addRows(now, [row]))
    onAdded(row.key)
  }
  const mend = (row: AddedRow, values: Values, labels: Labels) =>
    act((now) => replaceAdded(now, { ...row, name: nameOf(values, labels, schema), values, labels }))
  /** Of the list as it is on the screen: added rows are there, removed ones are not. */
  const present = async (ids: readonly number[], signal: AbortSignal) => {
    const saved = new Set(await presentOf(ids, signal))
    for (const row of edits.removed.values()) saved.delete(relatedOf(row.id, row.values, schema))
    for (const { relatedId } of edits.added) if (relatedId !== undefined) saved.add(relatedId)
    return saved
  }

  const dialog: ReactNode = open !== null && (
    <Suspense fallback={null}>
      {open === 'choose' ? (
        <ChooseDialog schema={schema} presentOf={present} onAdd={choose} onClose={close} />
      ) : (
        <RowDialog
          {...(open === 'create' ? NEW : startOf(open, edits))}
          title={open === 'create' ? `New ${lowered(schema.create?.label ?? '')}` : open.name}
          fields={schema.create?.fields ?? []}
          again={open === 'create'}
          onDone={(values, labels) => (open === 'create' ? create(values, labels) : mend(open, values, labels))}
          onClose={close}
        />
      )}
    </Suspense>
  )
  const openRow = (id: RowName) => setOpen(edits.added.find(({ key }) => key === id) ?? null)
  return { dialog, openChoose: () => setOpen('choose'), openCreate: () => setOpen('create'), openRow }
}

/** What a row that is not saved yet starts from when it is mended. */
function startOf({ key, values, labels }: AddedRow, edits: ListEdits) {
  return { values, labels, errors: edits.errors.get(key), button: 'Done' }
}

const NEW = { values: {}, labels: {}, button: 'Add' }

/** The record at the other end of a row. */
function relatedOf(id: number, values: Values, { choose }: RelatedListSchema): number {
  const other = choose?.field === undefined ? id : values[choose.field]
  return typeof other === 'number' ? other : id
}

function chosenRow(key: string, { id, label, values }: Candidate, { choose, labelField }: RelatedListSchema): AddedRow {
  const row = { key, relatedId: id, name: label, values: {} }
  const field = choose?.field
  return field === undefined
    ? { ...row, shown: { ...values, [labelField]: label }, labels: {} }
    : { ...row, shown: { [field]: id }, labels: { [field]: [{ id, label }] } }
}

function nameOf(values: Values, labels: Labels, { labelField, create }: RelatedListSchema): string {
  const value = values[labelField]
  const known = labels[labelField]
  if (typeof value === 'number' && known !== undefined && known.length > 0) return labelOf(known, value)
  return plainText(value) || `New ${create?.label.toLowerCase() ?? 'row'}`
}
