import { expected, type Parsed, parsed } from './reading.ts'
import type { TextForm } from './text-reader.ts'

/** A time zone of the IANA database, as Intl knows it. */
export const TIMEZONE: TextForm = { what: 'a time zone', longest: 64, read }

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
