import type { FoundLoss } from '../catalog/apply-table-changes.ts'
import type { MetadataRows } from '../catalog/build.ts'
import { loadMetadata } from '../catalog/load.ts'
import { lockMetadata } from '../catalog/metadata-lock.ts'
import type { Subject } from '../catalog/table-change.ts'
import type { Transaction } from '../db/database.ts'
import type { BoundWrite } from '../write/bind-write.ts'
import type { Intent } from '../write/effects.ts'
import { rowsOf } from './metadata-tables.ts'

/** What one save of metadata knows while it goes on. */
export interface MetadataSave {
  /** The rows as they were before it, under a lock: no other save of metadata comes between. */
  readonly before: MetadataRows
  readonly note: (intent: Intent, write: BoundWrite | null) => void
  /** What goes with rows, beside what their tables hold. */
  readonly lost: FoundLoss[]
  /** Whether the request itself removes the row. */
  readonly removes: (subject: Subject) => boolean
  /** Where in the request a row stands that is in `after`. */
  readonly pointerOf: (subject: Subject, after: MetadataRows, member?: string) => string | undefined
  /** The place after the last one, of the fields of a media type or the components of a page. */
  readonly nextPlace: (table: 'adm_fields' | 'adm_page_components', of: string) => number
}

interface Noted {
  readonly operation: Intent['operation']
  readonly table: string
  readonly id: number | null
  readonly pointer: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Gives the save that goes on in a transaction; whoever asks first begins it. */
export function metadataSaves(): (tx: Transaction) => Promise<MetadataSave> {
  const saves = new WeakMap<Transaction, Promise<MetadataSave>>()
  return (tx) => {
    const known = saves.get(tx) ?? begin(tx)
    saves.set(tx, known)
    return known
  }
}

async function begin(tx: Transaction): Promise<MetadataSave> {
  await lockMetadata(tx)
  const before = await loadMetadata(tx)
  const noted: Noted[] = []
  const places = new Map<string, number>()
  return {
    before,
    lost: [],
    note: ({ operation, type, id, pointer }, write) => {
      // JSON comes as its text, and no row is told from another by it
      const told = (write?.columns ?? []).filter(({ field }) => field.type.parameterType !== 'jsonb')
      const values = told.map(({ field, value }) => [field.name, value] as const)
      noted.push({ operation, table: type.name, id, pointer, values: Object.fromEntries(values) })
    },
    removes: ({ table, id }) =>
      noted.some((each) => each.operation === 'remove' && each.table === table && each.id === id),
    pointerOf: (subject, after, member) => pointerOf(noted, subject, after, member),
    nextPlace: (table, of) => {
      const key = `${table} ${of}`
      const next = (places.get(key) ?? lastPlace(before, table, of)) + 1
      places.set(key, next)
      return next
    },
  }
}

function lastPlace(rows: MetadataRows, table: 'adm_fields' | 'adm_page_components', of: string): number {
  const places =
    table === 'adm_fields'
      ? rows.fields.filter((row) => row.mediatype === of).map((row) => row.sort_order)
      : rows.components.filter((row) => row.page_key === of).map((row) => row.sort_order)
  return Math.max(0, ...places)
}

function pointerOf(
  noted: readonly Noted[],
  { table, id }: Subject,
  after: MetadataRows,
  member?: string,
): string | undefined {
  const own = noted.filter((each) => each.table === table)
  const row = rowsOf(after, table).find((candidate) => candidate.id === id)
  // a row that the save adds has its id only afterwards: it is known by what it says
  const found =
    own.find((each) => each.id !== null && each.id === id) ??
    own.find((each) => each.id === null && row !== undefined && says(row, each.values))
  if (found === undefined || found.pointer === '') return undefined
  return member === undefined ? found.pointer : `${found.pointer}/${member}`
}

function says(row: object, values: Noted['values']): boolean {
  const kept = new Map(Object.entries(row))
  return Object.entries(values).every(([name, value]) => (kept.get(name) ?? null) === (value ?? null))
}
