import type { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migratedPglite } from '../db/test-pglite.ts'
import type { FieldType } from '../field-types/field-type.ts'
import { fieldTypes } from '../field-types/index.ts'
import { operators } from './index.ts'
import { likePattern } from './like-pattern.ts'

let db: PGlite

beforeAll(async () => {
  db = await migratedPglite()
})

afterAll(() => db.close())

describe('the SQL of operators', () => {
  it('[OP:lk] any text and wildcards match as in a plain predicate', async () => {
    const char = fc.constantFrom('a', 'b', '%', '_', '\\', '*', '.', '\n', '🎬')
    const text = fc.array(char, { maxLength: 6 }).map((chars) => chars.join(''))
    const cases = fc.sample(fc.record({ shown: text, operand: text, wild: fc.boolean() }), 5000)
    const patterns = cases.map(({ operand, wild }) =>
      likePattern(operand, wild ? [...operand.matchAll(/\*/g)].map(({ index }) => index) : []),
    )
    const read = await db.query<{ hit: boolean }>(
      'select t ilike p as hit from unnest($1::text[], $2::text[]) with ordinality as u(t, p, n) order by n',
      [cases.map(({ shown }) => shown), patterns],
    )
    const reference = cases.map(({ shown, operand, wild }) =>
      wild ? matches(shown, operand.split('*')) : shown === operand,
    )
    expect(read.rows.map(({ hit }) => hit)).toEqual(reference)
  })

  it('[OP:in] the statement does not depend on the number of values', () => {
    const compile = (name: string, type: string) =>
      operators.get(name)?.compile({
        column: 't."v"',
        fieldType: fieldTypes.get(type) as FieldType,
        parameter: (cast = fieldTypes.get(type)?.parameterType ?? '') => `$1::${cast}`,
        flag: false,
      })
    expect(compile('in', 'Integer')).toBe('t."v" = any($1::bigint[])')
    expect(compile('notin', 'Integer')).toBe('(t."v" = any($1::bigint[])) is not true')
    expect(compile('in', 'MultiEnum')).toBe('t."v" && $1::text[]')
    expect(compile('eq', 'MultiEnum')).toBe('t."v" @> array[$1::text]')
    expect(compile('neq', 'Text')).toBe('(t."v" = $1::text) is not true')
    expect(compile('ct', 'Text')).toBe('t."v" ilike $1::text')
    expect(compile('isempty', 'Integer')).toBe('t."v" is not null')
  })
})

/** Does the text begin with the first part, end with the last, and hold the others in between, in order? */
function matches(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let from = first.length
  for (const part of rest) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return text.length - last.length >= from && text.endsWith(last)
}
