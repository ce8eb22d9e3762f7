export type TagTone = 'good' | 'waiting' | 'bad' | 'quiet'

const TONES: Readonly<Record<TagTone, readonly string[]>> = {
  good: ['published', 'active', 'approved', 'live', 'online', 'done', 'complete', 'completed', 'available'],
  waiting: ['review', 'in_review', 'pending', 'scheduled', 'waiting', 'processing', 'in_progress'],
  bad: ['rejected', 'failed', 'error', 'blocked', 'expired', 'cancelled'],
  quiet: ['draft', 'archived', 'inactive', 'retired', 'offline', 'disabled'],
}
const toneByValue = new Map(
  (Object.keys(TONES) as TagTone[]).flatMap((tone) => TONES[tone].map((value) => [value, tone] as const)),
)

/** What a choice's value says of a record's state, when it is one of the usual words for that. */
export function tagTone(value: string): TagTone | undefined {
  return toneByValue.get(value.toLowerCase().replaceAll(/[\s-]+/g, '_'))
}
