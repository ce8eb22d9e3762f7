import { describe, expect, it } from 'vitest'
import type { FieldType } from '../field-types/field-type.ts'
import { fieldTypes } from '../field-types/index.ts'
import { operators } from './index.ts'

describe('the SQL of operators', () => {
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
