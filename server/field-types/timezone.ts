import { TIMEZONE } from '../../shared/values/timezone.ts'
import { CHOICE_OPERATORS } from './operator-sets.ts'
import { textLike } from './text-like.ts'

/** A time zone of the IANA database, as Intl knows it. */
export const timezone = textLike({
  ...TIMEZONE,
  name: 'Timezone',
  widget: 'timezone',
  operators: CHOICE_OPERATORS,
  schema: () => ({ examples: ['Europe/Berlin'] }),
})
