import { CRON } from '../../shared/values/cron.ts'
import { textLike } from './text-like.ts'

/** A cron expression of 5 fields, or 6 with seconds first, as croner reads it. */
export const cron = textLike({ ...CRON, name: 'Cron', widget: 'cron', schema: () => ({ examples: ['0 6 * * 1'] }) })
