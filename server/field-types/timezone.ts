import { expected, type Parsed, parsed } from './field-type.ts'
import { CHOICE_OPERATORS } from './operator-sets.ts'
import { textLike } from './text-like.ts'

/** A time zone of the IANA database, as Intl knows it. */
export const timezone = textLike({
  name: 'Timezone',
  widget: 'timezone',
  what: 'a time zone',
  longest: 64,
  read,
  operators: CHOICE_OPERATORS,
  schema: () => ({ examples: ['Europe/Berlin'] }),
})

function read(text: string): Parsed {
  const valid = /^[A-Za-z]/.test(text) && isKnown(text)
  return valid ? parsed(text) : expected('a time zone such as Europe/Berlin')
}

function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
