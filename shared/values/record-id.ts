import { safeInteger, wholeNumber } from './integer.ts'
import { expected, type Parsed, parsed, type ValueReader } from './reading.ts'

/** The id of a record. */
export const recordIds: ValueReader = { parseJson: parseId, parseText: (text) => parseId(wholeNumber(text)) }

function parseId(value: unknown): Parsed {
  const id = safeInteger(value)
  return id !== null && id > 0 ? parsed(id) : expected('the id of a record, a whole number of 1 or more')
}
