import type { HistoryVersion, RecordHistory } from '../../../shared/history.ts'
import type { FieldSchema } from '../../../shared/page.ts'
import { type HistoryKey, loadHistory } from '../api/history.ts'
import type { MergedRecord } from './editor.ts'

/** Someone who changed the record, and when, in milliseconds. */
export interface Author {
  readonly name: string
  readonly at: number
}

/** Who changed a record since it was read; empty where its history does not tell. */
export interface Whose {
  /** Its history was to be had. */
  readonly known: boolean
  readonly names: readonly string[]
  readonly of: (field: Pick<FieldSchema, 'name' | 'linkKey'>) => Author | null
}

export const NOBODY_KNOWN: Whose = { known: false, names: [], of: () => null }

/** Saves are told to the history right after they are done; how often and how long it is waited for, in milliseconds. */
const LOOKS = 4
const PAUSE = 350

/** @param to the version the record has now, as far as it is known. */
export async function whoChanged(
  { mediaType, id, etag }: MergedRecord,
  to: number | null,
  load: (record: HistoryKey) => Promise<Pick<RecordHistory, 'entries'>> = newestHistory,
): Promise<Whose> {
  const from = versionOf(etag)
  if (from === null) return NOBODY_KNOWN
  for (let look = 1; ; look += 1) {
    const entries = await load({ mediaType, id }).then(
      (history) => history.entries.filter(({ version }) => version > from),
      () => null,
    )
    if (entries === null) return NOBODY_KNOWN
    const complete = entries.some(({ version }) => version >= (to ?? from + 1))
    if (complete || look === LOOKS) return whoseOf(entries)
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}

function newestHistory(record: HistoryKey): Promise<RecordHistory> {
  return loadHistory(record, 0)
}

/** @param entries newest first. */
export function whoseOf(entries: readonly HistoryVersion[]): Whose {
  return {
    known: true,
    names: [...new Set(entries.map(({ user }) => user.name).filter((name) => name !== ''))].reverse(),
    of: (field) => {
      const entry = entries.find(
        ({ fields, relations }) =>
          fields.some(({ name }) => name === field.name) ||
          relations.some(({ relation }) => relation === field.linkKey),
      )
      return entry ? { name: entry.user.name, at: Date.parse(entry.at) } : null
    },
  }
}

/** A tag is `<version>.<metadata revision>`. */
export function versionOf(etag: string | undefined | null): number | null {
  const version = Number.parseInt(etag ?? '', 10)
  return Number.isSafeInteger(version) ? version : null
}
