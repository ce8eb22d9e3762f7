import { expected, type Parsed, parsed, type ValueReader } from './reading.ts'

const WRITTEN: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])

export function writtenBoolean(text: string): Parsed {
  const value = WRITTEN.get(text.toLowerCase())
  return value === undefined ? expected('true or false') : parsed(value)
}

/** True or false; in text also 1 or 0. */
export const booleans: ValueReader = {
  parseJson: (value) => (typeof value === 'boolean' ? parsed(value) : expected('true or false')),
  parseText: writtenBoolean,
}
