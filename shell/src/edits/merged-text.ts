/** What a merge came to, for the one sentence that tells it. */
export interface MergedChanges {
  /** Labels of what only they changed, and of what the user left to them. */
  readonly taken: readonly string[]
  /** Who they are, where that is known. */
  readonly names: readonly string[]
}

/** More labels than this are counted. */
const NAMED = 4

/** @param saved the user's own changes went with it; null: there is nothing to tell. */
export function mergedText(merged: readonly MergedChanges[], saved: boolean): string | null {
  const taken = [...new Set(merged.flatMap((one) => one.taken))]
  if (taken.length === 0) return null
  const names = [...new Set(merged.flatMap((one) => one.names))]
  const who = names.length === 0 ? 'Someone else' : listed(names)
  const what = taken.length > NAMED ? `${taken.length} fields` : listed(taken)
  const end = saved
    ? 'both their changes and yours are saved'
    : 'theirs is shown, and nothing of yours was left to save'
  return `${who} changed ${what} meanwhile; ${end}.`
}

export function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
