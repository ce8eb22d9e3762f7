import type { HistoryVersion } from '../../../../shared/history.ts'

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

export function momentOf({ at }: HistoryVersion): string {
  return MOMENT.format(new Date(at))
}

export function exactMomentOf({ at }: HistoryVersion): string {
  return EXACT.format(new Date(at))
}

const WORDS: Readonly<Record<HistoryVersion['operation'], string>> = {
  Added: 'Created',
  Changed: 'Changed',
  Removed: 'Deleted',
  AddedRelation: 'Related',
  RemovedRelation: 'Unrelated',
}

export function operationOf({ operation }: HistoryVersion): string {
  return WORDS[operation]
}

/** How many fields and relations a save touched. */
export function amountOf({ fields, relations }: HistoryVersion): string {
  const count = fields.length + relations.length
  return count === 1 ? '1 field' : `${count} fields`
}
