import { brokenJsonRule } from './json-value.ts'
import { expected, type Parsed, parsed, type ValueReader } from './reading.ts'

/** Any JSON value, at most 64 levels deep; JSON's null is nothing. */
export const jsonValues: ValueReader = { parseJson: parseValue, parseText }

function parseValue(value: unknown): Parsed {
  const broken = brokenJsonRule(value)
  if (broken !== null) return expected(broken)
  return parsed(value === null ? null : JSON.stringify(value))
}

function parseText(text: string): Parsed {
  try {
    return parseValue(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return expected('JSON')
    throw error
  }
}
