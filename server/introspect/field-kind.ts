import type { EnumValue } from '../../shared/page.ts'
import type { FieldDocument } from '../catalog/document.ts'
import { type ColumnRules, readCheck } from './checks.ts'
import type { Column, Table } from './database-schema.ts'
import { labelOf, snakeCase } from './words.ts'

/** How a column is shown and kept, or why it cannot be. */
export type FieldKind =
  | (Pick<FieldDocument, 'type'> &
      Partial<Pick<FieldDocument, 'columnType' | 'props' | 'enumValues' | 'readOnly'>> & {
        /** Something about it that its user should be told. */
        readonly remark?: string
      })
  | { readonly leftOut: string }

/** Types that read and write as text, each in its own way. */
const AS_TEXT = new Set(['name', 'citext', 'inet', 'cidr', 'macaddr', 'macaddr8', 'interval', 'ltree', 'xml'])
/** Elements that an array shows as JSON does. */
const ELEMENTS = new Set(
  'int2 int4 int8 float4 float8 numeric bool text varchar bpchar uuid date timestamp timestamptz time citext'.split(
    ' ',
  ),
)

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

/** Decides what field a column becomes. */
export function fieldKind(column: Column, table: Table): FieldKind {
  const { type, declared } = column
  const rules = rulesOf(column, table)
  if (type.kind === 'enum') return enumKind(column)
  if (type.array) return arrayKind(column)
  if (type.kind !== 'base') return { leftOut: `no field type holds ${declared}` }
  switch (type.name) {
    case 'int2':
      return { type: 'Integer', ...propsOf(limits(rules, -32768, 32767)) }
    case 'int4':
      return { type: 'Integer', ...propsOf(limits(rules, -2147483648, 2147483647)) }
    case 'int8':
      return { type: 'Integer', ...propsOf(limits(rules)) }
    case 'numeric':
      return numericKind(column, rules)
    // named without its domain: how it is read goes by that
    case 'float4':
      return { type: 'Decimal', columnType: 'real', ...propsOf(decimalLimits(rules)) }
    case 'float8':
      return { type: 'Decimal', columnType: 'double precision', ...propsOf(decimalLimits(rules)) }
    case 'money':
      return { type: 'Money', columnType: declared, ...propsOf({ precision: 2 }) }
    case 'bool':
      return { type: 'Boolean' }
    case 'date':
      return { type: 'Date', ...propsOf(dayLimits(rules)) }
    case 'timestamptz':
      return { type: 'DateTime' }
    case 'timestamp':
      return { type: 'DateTime', columnType: declared, remark: 'times without a zone are read as UTC' }
    case 'time':
      return { type: 'Time' }
    case 'timetz':
      return { type: 'Time', columnType: declared, readOnly: true, remark: 'read-only: its offset is not shown' }
    case 'text':
    case 'varchar':
      return textKind(column, rules)
    case 'bpchar':
      return { ...textKind(column, rules), columnType: declared }
    case 'uuid':
      return { type: 'Text', columnType: declared, props: { pattern: UUID } }
    case 'json':
      return { type: 'JSON', columnType: declared }
    case 'jsonb':
      return { type: 'JSON' }
    default:
      if (AS_TEXT.has(type.name)) return { type: 'Text', columnType: declared }
      return { leftOut: `no field type holds ${declared}` }
  }
}

/** What the checks of a column and of its domains say together; the first that says something counts. */
export function rulesOf({ name, type }: Column, { checks }: Pick<Table, 'checks'>): ColumnRules {
  const own = checks.filter(({ column }) => column === name).map(({ expression }) => readCheck(expression, name))
  const domains = type.checks.map((expression) => readCheck(expression, 'VALUE'))
  return Object.assign({}, ...[...domains, ...own].filter((rules) => rules !== null).toReversed())
}

function enumKind({ type, declared }: Column): FieldKind {
  if (type.values.every((value) => value === '')) return { leftOut: `${declared} has no values to choose from` }
  const kind = { columnType: declared, enumValues: choices(type.values) }
  return { type: type.array ? 'MultiEnum' : 'Enum', ...kind }
}

function arrayKind({ type, declared }: Column): FieldKind {
  if (!ELEMENTS.has(type.name)) return { leftOut: `no field type holds ${declared}` }
  return { type: 'JSON', columnType: declared, readOnly: true, remark: 'read-only: a list of values of no fixed set' }
}

function numericKind({ type }: Column, rules: ColumnRules): FieldKind {
  if (type.modifier < 4) return { type: 'Decimal', ...propsOf(decimalLimits(rules)) }
  const [digits, precision] = [((type.modifier - 4) >> 16) & 0xffff, (type.modifier - 4) & 0x7ff]
  // a scale below 0 has its sign in eleven bits
  if (precision > 1000) return { type: 'Decimal', ...propsOf(decimalLimits(rules)) }
  if (precision > 0 || digits > 15) return { type: 'Decimal', ...propsOf({ precision, ...decimalLimits(rules) }) }
  const most = 10 ** digits - 1
  return { type: 'Integer', ...propsOf(limits(rules, -most, most)) }
}

const LONG_TEXT =
  /(^|_)(descriptions?|desc|body|content|notes?|comments?|summary|text|bio|biography|abstract|remarks?|message|plot|synopsis|details?)$/

function textKind({ name, type }: Column, rules: ColumnRules): FieldKind {
  if (rules.values?.some((value) => value !== '')) return { type: 'Enum', enumValues: choices(rules.values) }
  const declaredLength = type.modifier >= 4 ? type.modifier - 4 : undefined
  const maxLength = Math.min(declaredLength ?? Number.POSITIVE_INFINITY, rules.maxLength ?? Number.POSITIVE_INFINITY)
  const props = propsOf({
    minLength: rules.minLength,
    maxLength: Number.isFinite(maxLength) ? maxLength : undefined,
  })
  const long = maxLength > 255 && LONG_TEXT.test(snakeCase(name))
  return { type: long ? 'TextArea' : 'Text', ...props }
}

function choices(values: readonly string[]): readonly EnumValue[] {
  const filled = [...new Set(values)].filter((value) => value !== '')
  return filled.map((value) => ({
    value,
    label: /^[a-z0-9]+([_-][a-z0-9]+)*$/.test(value) ? labelOf(snakeCase(value)) : value,
  }))
}

/** Whole numbers: a limit that is itself not allowed is the next one. */
function limits({ min, max }: ColumnRules, least?: number, most?: number) {
  const low = min === undefined ? Number.NaN : Number(min.text) + (min.inclusive ? 0 : 1)
  const high = max === undefined ? Number.NaN : Number(max.text) - (max.inclusive ? 0 : 1)
  return {
    min: Number.isSafeInteger(low) ? low : least,
    max: Number.isSafeInteger(high) ? high : most,
  }
}

/** Of decimals there is no next one: what must be above a limit only the database checks. */
function decimalLimits({ min, max }: ColumnRules) {
  const read = (limit: ColumnRules['min']): number | undefined =>
    limit?.inclusive && Number.isFinite(Number(limit.text)) ? Number(limit.text) : undefined
  return { min: read(min), max: read(max) }
}

function dayLimits({ min, max }: ColumnRules) {
  const read = (limit: ColumnRules['min']): string | undefined =>
    limit?.inclusive && /^\d{4}-\d\d-\d\d$/.test(limit.text) ? limit.text : undefined
  return { min: read(min), max: read(max) }
}

/** The props that are set, if any is. */
function propsOf(props: Readonly<Record<string, unknown>>): Pick<FieldDocument, 'props'> {
  const set = Object.entries(props).filter(([, value]) => value !== undefined)
  return set.length === 0 ? {} : { props: Object.fromEntries(set) }
}
