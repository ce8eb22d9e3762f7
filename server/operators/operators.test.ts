import type { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FilterValue } from '../../shared/filter-ast.ts'
import { migratedPglite } from '../db/test-pglite.ts'
import type { FieldDefinition, FieldType } from '../field-types/field-type.ts'
import { fieldTypes } from '../field-types/index.ts'
import { operators } from './index.ts'
import type { Operator } from './operator.ts'

const FIELD: FieldDefinition = {
  name: 'f',
  label: 'F',
  column: 'f',
  required: false,
  unique: false,
  readOnly: false,
  defaultValue: null,
  enumValues: ['G', 'PG', 'PG-13', 'R', 'x_y%z*'].map((value) => ({ value, label: value })),
  props: {},
  help: null,
}

type Key = string | number | boolean

/** A column's values as a JSON body brings them, and the same in JS: what a reference answer is worked out from. */
interface Column {
  readonly values: readonly unknown[]
  readonly operands: readonly string[]
  /** What an operand and a value shown are compared by. */
  readonly key: (written: string) => Key
  /** A value shown, as text; absent: String. */
  readonly text?: (shown: unknown) => string
  /** Absent: null, and an empty text, array or object of nothing but null. */
  readonly isNothing?: (shown: unknown) => boolean
  /** The elements that a list type equals. */
  readonly elements?: (shown: unknown) => readonly Key[]
}

const asIs = (written: string): Key => written
const lower = (written: string): Key => written.toLowerCase()
const WORDS = [
  'alien',
  'aliens',
  'a_ien',
  'a%',
  '100%',
  '*',
  'star*wars',
  'back\\slash',
  ' padded ',
  "o'brien",
  'NULL',
  '{a}',
  '"q"',
]
const textual = (values: readonly string[]): Column => ({
  values: [...values, null, ''],
  operands: [...values, 'none', ''],
  key: asIs,
})
const formal = (values: readonly string[]): Column => ({
  values: [...values, null],
  operands: [...values, 'none', ''],
  key: asIs,
})
const numeric = (values: readonly unknown[], operands: readonly string[]): Column => ({
  values: [...values, null],
  operands,
  key: Number,
})
const ids = numeric([1, 2, 30, 30, 2 ** 53 - 1], ['1', '30', '9007199254740991', '0', '-5'])

const COLUMNS: Readonly<Record<string, Column>> = {
  Text: textual(WORDS),
  TextArea: textual(['one\ntwo', 'two', ...WORDS]),
  Integer: numeric([-12, 0, 7, 12, 120, 2 ** 53 - 1], ['-12', '-0', '7', '12', '13', '9007199254740991']),
  Decimal: numeric([-1.5, 0, '0.1', 12.25, '1200'], ['-1.5', '0.1', '0.100', '12.25', '1.2e3', '99']),
  Boolean: {
    values: [true, false, null],
    operands: ['true', 'false', '1', 'FALSE'],
    key: (written) => written === '1' || written.toLowerCase() === 'true',
  },
  Date: {
    values: ['1979-05-25', '1986-07-18', '2026-01-31', '0001-01-01', null],
    operands: ['1979-05-25', '2026-01-31', '1769860799', '1980-01-01'],
    key: (written) => (written === '1769860799' ? '2026-01-31' : written),
  },
  DateTime: {
    values: [
      '2026-01-31T12:00:00Z',
      '2026-01-31T12:00:00.5Z',
      '2026-01-31T00:00:00Z',
      '1979-05-25T23:00:00-01:00',
      null,
    ],
    operands: ['2026-01-31T14:00:00+02:00', '2026-01-31', '1769860800', '1979-05-26T00:00:00Z'],
    key: (written) => (/^\d+$/.test(written) ? Number(written) * 1000 : Date.parse(written)),
  },
  Time: {
    values: ['00:00', '06:30', '06:30:15', '23:59:59', null],
    operands: ['06:30', '06:30:00', '12:00', '23:59:59'],
    key: (written) => (written.length === 5 ? `${written}:00` : written),
  },
  Enum: formal(['G', 'PG', 'PG-13', 'x_y%z*']),
  MultiEnum: {
    values: [['G'], ['G', 'PG'], ['R', 'x_y%z*'], [], null],
    operands: ['G', 'PG', 'R', 'x_y%z*', 'none'],
    key: asIs,
    elements: (shown) => shown as readonly Key[],
  },
  Money: numeric(['-3.00', '0', '12.50', 12.5, '99999999999.99'], ['12.5', '12.500', '-3', '0.00', '99999999999.99']),
  Range: { values: [{ from: 1, to: 2 }, { from: null, to: null }, {}, { to: 0 }, null], operands: [], key: asIs },
  Slider: numeric([0, 12.5, 50, 100], ['0', '12.50', '50', '101']),
  Source: ids,
  Related: ids,
  DropRelated: ids,
  Image: formal(['poster.jpg', 'https://cdn.example/a.png']),
  File: formal(['report.pdf', 'https://cdn.example/a.pdf']),
  Color: { ...formal(['#fff', '#1E90FF']), operands: ['#FFF', '#1e90ff', '#000'], key: lower },
  Cron: formal(['* * * * *', '0 6 * * 1']),
  JSON: {
    values: [{ a: 'Alien' }, [1, 2], 'x%y', {}, [], 0, null],
    operands: ['alien', '1', 'x%', '*'],
    isNothing: (shown) => shown === null || JSON.stringify(shown) === '{}',
    key: asIs,
    text: (shown) =>
      JSON.stringify(shown, null, 1)
        .replaceAll(/\n ?/g, ' ')
        .replaceAll(/([[{]) | ([\]}])/g, '$1$2'),
  },
  HTML: { ...formal(['<p>Alien</p>', '<p>a*</p>']), operands: ['alien', '<p>', 'a*'] },
  Timezone: formal(['Europe/Berlin', 'America/New_York']),
  Url: formal(['https://example.com/a_b?c=%20', 'mailto:a@b.example']),
  Email: formal(['a_b@example.com', 'ab@example.com']),
  Secret: { values: ['x', null], operands: [], key: asIs },
}

/** What each operator answers, in JS, of a value that is shown and not empty text or list; `null` is no value. */
const like = (pattern: (operand: string) => string) => (shown: string, operand: string) =>
  new RegExp(`^${pattern(operand)}$`, 'isu').test(shown)
const quoted = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, (char) => (char === '-' ? '\\x2d' : `\\${char}`))
const ORDER: Readonly<Record<string, (a: Key, b: Key) => boolean>> = {
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
}
const LIKE: Readonly<Record<string, (shown: string, operand: string) => boolean>> = {
  lk: like((operand) => operand.split('*').map(quoted).join('.*')),
  sw: like((operand) => `${quoted(operand)}.*`),
  ew: like((operand) => `.*${quoted(operand)}`),
  ct: like((operand) => `.*${quoted(operand)}.*`),
}

function answers(operator: string, column: Column, shown: unknown, operands: readonly string[]): boolean {
  if (operator === 'neq') return !answers('eq', column, shown, operands)
  if (operator === 'notin') return !answers('in', column, shown, operands)
  if (operator === 'isempty') return (column.isNothing ?? isNothing)(shown) === (operands[0] === 'true')
  if (shown === null) return false
  const text = (column.text ?? String)(shown)
  const operand = operands[0] ?? ''
  const pattern = LIKE[operator]
  if (pattern) return pattern(text, operand)
  const order = ORDER[operator]
  if (order) return order(column.key(text), column.key(operand))
  const elements = column.elements?.(shown) ?? [column.key(text)]
  return operands.some((one) => elements.includes(column.key(one)))
}

function isNothing(shown: unknown): boolean {
  if (shown === null || shown === '') return true
  if (typeof shown !== 'object') return false
  return Object.values(shown).every((value) => value === null)
}

let db: PGlite

beforeAll(async () => {
  db = await migratedPglite()
  await db.exec("set timezone = 'UTC'")
})

afterAll(() => db.close())

function filterValue(operator: Operator, operands: readonly string[]): FilterValue {
  if (operator.takes === 'list') return { kind: 'list', items: operands.map((raw) => ({ text: raw, raw })) }
  const text = operands[0] ?? ''
  return { kind: 'text', text, wildcards: [...text.matchAll(/\*/g)].map(({ index }) => index) }
}

/** The rows that match, by the statement an operator compiles to with its operand bound. */
async function matching(operator: Operator, type: FieldType, operands: readonly string[]): Promise<readonly number[]> {
  const operand = operator.read(filterValue(operator, operands), type)
  if (!operand.ok) throw new Error(`${type.name} ${operator.name} ${operands}: expected ${operand.expected}`)
  const bound: unknown[] = []
  const sql = operator.compile({
    column: 't."v"',
    fieldType: type,
    parameter: (cast = type.parameterType) => {
      bound.push(operand.value)
      return `$${bound.length}::${cast}`
    },
    flag: operand.value === true,
  })
  expect(bound.length).toBe(operator.takes === 'flag' ? 0 : 1)
  const read = await db.query<{ id: number }>(`select id from "of_${type.name}" t where ${sql} order by id`, bound)
  return read.rows.map(({ id }) => id)
}

const RULES: Readonly<Record<string, string>> = {
  eq: '[OP:eq]',
  neq: '[OP:neq]',
  gt: '[OP:gt]',
  ge: '[OP:ge]',
  lt: '[OP:lt]',
  le: '[OP:le]',
  lk: '[OP:lk] [OP:lk.2]',
  sw: '[OP:sw]',
  ew: '[OP:ew]',
  ct: '[OP:ct]',
  in: '[OP:in]',
  notin: '[OP:notin]',
  isempty: '[OP:isempty]',
}

describe('operators', () => {
  it('[OP:eq] every operator a field type names exists, and every type is tried here', () => {
    for (const type of fieldTypes.all) {
      for (const name of type.operators) expect(operators.names).toContain(name)
    }
    expect(Object.keys(COLUMNS).sort()).toEqual([...fieldTypes.names].sort())
  })

  const pairs = fieldTypes.all.flatMap((type) => type.operators.map((name) => [RULES[name], type.name, name] as const))

  beforeAll(async () => {
    for (const type of fieldTypes.all) {
      const parameters = (COLUMNS[type.name] as Column).values.map((value) => {
        const read = value === null ? { ok: true, value: null } : type.parseJson(value, FIELD)
        if (!read.ok) throw new Error(`${type.name}: ${JSON.stringify(value)}`)
        return 'value' in read ? read.value : null
      })
      await db.exec(`create table "of_${type.name}" (id int generated always as identity, v ${type.sqlType(FIELD)})`)
      const rows = parameters.map((_, index) => `($${index + 1}::${type.parameterType})`)
      await db.query(`insert into "of_${type.name}" (v) values ${rows.join()}`, parameters)
    }
  })

  it.each(pairs)('%s of [FT:%s] answers as a plain predicate does', async (_rule, typeName, operatorName) => {
    const operator = operators.get(operatorName) as Operator
    const type = fieldTypes.get(typeName) as FieldType
    const column = COLUMNS[typeName] as Column
    const shown = await shownBy(type)
    for (const operands of operandsFor(operator, column)) {
      const reference = shown.flatMap(({ id, v }) => (answers(operatorName, column, v, operands) ? [id] : []))
      expect(await matching(operator, type, operands), `${operatorName} ${JSON.stringify(operands)}`).toEqual(reference)
    }
  })

  function operandsFor(operator: Operator, { operands, values }: Column): readonly (readonly string[])[] {
    if (operator.takes === 'flag') return [['true'], ['false']]
    if (operator.takes === 'list')
      return [
        ...operands.map((one) => [one]),
        operands,
        fc.sample(fc.subarray([...operands], { minLength: 1 }), 1)[0] ?? [],
      ]
    if (operator.takes === 'value') return operands.map((one) => [one])
    const texts = [...operands, ...values.filter((value) => typeof value === 'string')]
    const parts = texts.flatMap((text) => [
      text,
      text.slice(0, 2),
      text.slice(-2),
      text.slice(1, -1).toUpperCase(),
      `${text.slice(0, 1)}*`,
      `*${text.slice(-1)}`,
    ])
    return [...new Set([...parts, '', '*', '%', '_', '\\', '1', '-'])].map((one) => [one])
  }

  async function shownBy(type: FieldType): Promise<readonly { id: number; v: unknown }[]> {
    const column = 't."v"'
    const read = await db.query<{ all: string }>(
      `select json_agg(row_to_json(r) order by r.id)::text as all
         from (select id, ${type.select?.(column) ?? column} as v from "of_${type.name}" t) r`,
    )
    return JSON.parse(read.rows[0]?.all ?? '[]')
  }
})
