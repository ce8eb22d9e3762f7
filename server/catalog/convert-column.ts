import { type Field, identifier } from './catalog.ts'
import { choicesOf } from './choices.ts'
import { sqlValue } from './sql-value.ts'

/** How the values of a column become those of another field; SQL by the column's name as SQL. */
export interface Conversion {
  /** The value in the new column's type, null where it has no counterpart; fit for `alter column … using`. */
  readonly using: (column: string) => string
  /** A converted value less what the new field's choices leave out; absent: they leave out nothing. */
  readonly restrict?: (value: string) => string
}

/** Null when every value stays as it is. */
export function conversionOf(before: Field, after: Field): Conversion | null {
  const [from, to] = [before.type.sqlType(before), after.type.sqlType(after)]
  const restrict = restriction(before, after)
  const concealed = before.type.placeholder !== undefined && after.type.placeholder === undefined
  if (from === to && !concealed && restrict === null) return null
  const nothing = (): string => `null::${to}`
  // What a secret field holds is not given out by calling it something else.
  const using = concealed ? nothing : from === to ? (column: string) => column : (casts(before, after) ?? nothing)
  return { using, ...(restrict === null ? {} : { restrict }) }
}

/** SQL of the values that a column, given as SQL, holds once converted. */
export function convertedSql({ using, restrict }: Conversion, column: string): string {
  const value = using(column)
  return restrict === undefined ? value : restrict(value)
}

/** SQL that is true for rows which lose something by the conversion. */
export function losesSql(conversion: Conversion, column: string, before: Field): string {
  const own = identifier(column)
  const empty = before.type.isEmpty?.(own) ?? `${own} is null`
  const [value, kept] = [conversion.using(own), convertedSql(conversion, own)]
  return `(not ${empty} and (${value} is null${value === kept ? '' : ` or ${kept} is distinct from ${value}`}))`
}

function restriction(before: Field, after: Field): ((value: string) => string) | null {
  const [old, now] = [choicesOf(before.type, before), choicesOf(after.type, after)]
  if (now === null || old?.values.every((value) => now.values.includes(value))) return null
  const list = sqlValue(now.values, 'text[]')
  if (!now.many) return (value) => `case when ${value} = any(${list}) then ${value} end`
  return (value) =>
    `(select array_agg(choice order by place) from unnest(${value}) with ordinality as chosen(choice, place) where choice = any(${list}))`
}

type Cast = (column: string) => string

/** Only casts that never fail: a value that does not fit becomes null and is counted as lost. */
function casts(before: Field, after: Field): Cast | null {
  const [from, to] = [before.type.sqlType(before), after.type.sqlType(after)]
  if (to === 'text') return toText(before)
  if (to === 'jsonb') return toJson(from, after)
  return CASTS[`${from} ${to}`] ?? null
}

function toText({ type, ...field }: Field): Cast {
  const from = type.sqlType(field)
  if (from === 'text[]') return (column) => `case when cardinality(${column}) < 2 then ${column}[1] end`
  if (from === 'jsonb') {
    return (column) =>
      `case when jsonb_typeof(${column}) = 'string' then ${column} #>> '{}' when ${column} <> 'null' then ${column}::text end`
  }
  return type.asText ?? ((column) => `${column}::text`)
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  text: 'a',
  bigint: 1,
  numeric: 1.5,
  boolean: true,
  'text[]': ['a'],
  date: '2020-01-01',
  time: '10:00:00',
}

/** JSON holds whatever there is, if the field takes values of that kind. */
function toJson(from: string, { type, ...field }: Field): Cast | null {
  const sample = SAMPLES[from]
  const taken = sample !== undefined && type.parseJson(sample, { ...field, required: false }).ok
  return taken ? (column) => `to_jsonb(${column})` : null
}

const SAFE = '9007199254740991'
const safe = (number: string): string => `${number} between -${SAFE} and ${SAFE}`
const trimmed = (column: string): string => `btrim(${column})`
const text = (pattern: string, then: Cast, further = ''): Cast => {
  return (column) =>
    `case when ${trimmed(column)} ~ '${pattern}' then ${wrapped(then(trimmed(column)), further, column)} end`
}
const wrapped = (value: string, condition: string, column: string): string =>
  condition === '' ? value : `case when ${condition.replaceAll('$', trimmed(column))} then ${value} end`

const DAY = '(?!0000)[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])'
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9]'
/** The day of the month is one that the month has. */
const IN_MONTH = `substr($, 9, 2)::int <= extract(day from (substr($, 1, 7) || '-01')::date + interval '1 month - 1 day')`

const CASTS: Readonly<Record<string, Cast>> = {
  'text bigint': text('^[+-]?[0-9]{1,16}$', (value) => `${value}::bigint`, safe('$::numeric')),
  'text numeric': text('^[+-]?[0-9]{1,100}(?:\\.[0-9]{1,100})?$', (value) => `${value}::numeric`),
  'text boolean': text('^(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|0|1)$', (value) => `${value}::boolean`),
  'text date': text(`^${DAY}$`, (value) => `${value}::date`, IN_MONTH),
  'text timestamptz': (column) =>
    `case when ${trimmed(column)} ~ '^${DAY}$' then ${wrapped(`(${trimmed(column)} || 'T00:00Z')::timestamptz`, IN_MONTH, column)}
      when ${trimmed(column)} ~ '^${DAY}T${CLOCK}(?::[0-5][0-9](?:\\.[0-9]{1,6})?)?(?:Z|[+-](?:0[0-9]|1[0-4]):?[0-5][0-9])$' then ${wrapped(`${trimmed(column)}::timestamptz`, IN_MONTH, column)} end`,
  'text time': text(`^${CLOCK}(?::[0-5][0-9])?$`, (value) => `${value}::time`),
  'text text[]': (column) => `case when ${column} <> '' then array[${column}] end`,
  'bigint numeric': (column) => `${column}::numeric`,
  'numeric bigint': (column) =>
    `case when ${safe(column)} then case when ${column} = trunc(${column}) then ${column}::bigint end end`,
  'bigint boolean': (column) => `case ${column} when 0 then false when 1 then true end`,
  'numeric boolean': (column) => `case ${column} when 0 then false when 1 then true end`,
  'boolean bigint': (column) => `${column}::int::bigint`,
  'boolean numeric': (column) => `${column}::int::numeric`,
  'date timestamptz': (column) => `${column}::timestamp at time zone 'UTC'`,
  'timestamptz date': (column) =>
    `case when (${column} at time zone 'UTC')::time = '00:00' then (${column} at time zone 'UTC')::date end`,
}
