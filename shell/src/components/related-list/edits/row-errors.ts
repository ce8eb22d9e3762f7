import type { ErrorObject } from '../../../../../shared/envelope.ts'
import { namesAlong } from '../../../../../shared/json.ts'
import type { RelatedListEdits, RowName } from '../../../../../shared/page-save.ts'
import type { ListEdits } from './list-edits.ts'

interface Refused {
  readonly errors: ListEdits['errors']
  /** Of no row. */
  readonly others: readonly ErrorObject[]
}

/** Puts errors at the rows and fields that their pointers name, which start from what was sent. */
export function refusedRows(sent: RelatedListEdits, errors: readonly ErrorObject[]): Refused {
  const found = new Map<RowName, Record<string, string>>()
  const others: ErrorObject[] = []
  for (const error of errors) {
    const [list, index, ...path] = namesAlong(error.source?.pointer ?? '')
    const row = rowNamed(sent, list, Number(index))
    if (row === undefined) {
      others.push(error)
      continue
    }
    const field = path[0] === 'values' ? fieldOf(path.slice(1)) : ''
    const text = error.detail || error.title
    const known = found.get(row) ?? {}
    found.set(row, { ...known, [field]: known[field] === undefined ? text : `${known[field]} ${text}` })
  }
  return { errors: found, others }
}

function rowNamed(sent: RelatedListEdits, list: string | undefined, index: number): RowName | undefined {
  if (list === 'add') return sent.add?.[index]?.key
  if (list === 'update') return sent.update?.[index]?.id
  if (list === 'remove') return sent.remove?.[index]?.id
  if (list === 'moves') return sent.moves?.[index]?.row
  return undefined
}

function fieldOf(path: readonly string[]): string {
  return (path[0] === '_links' ? path[1] : path[0]) ?? ''
}
