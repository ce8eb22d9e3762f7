import fc from 'fast-check'
import type { FilterListItem, FilterNode, FilterText } from '../../shared/filter-ast.ts'
import { printFilter } from '../../shared/filter-print.ts'
import type { Catalog, MediaType } from '../catalog/catalog.ts'
import { operators } from '../operators/index.ts'

const words = (text: string): readonly string[] => text.split(' ')

/** Values that some part of the way to the database might trip over. */
const HOSTILE: readonly string[] = [
  ...words('0 -0 -1 1 2 7 1.5 .5 1e3 1e400 0x10 ١ NaN Infinity -Infinity null true false TRUE 2147483648'),
  ...words('9007199254740993 9223372036854775807 -9223372036854775809 253402300800 999999999999 -99999999999'),
  ...words('2001-01-01 2001-02-30 0000-01-01 0001-01-01 9999-12-31 10000-01-01 -0044-03-15 20:15 24:00:00 23:59:60'),
  ...words('2020-01-01T00:00:00Z 2020-01-01T25:00:00Z 2020-01-01T00:00:00+14:00 Europe/Vienna draft mon a Jaws'),
  ...words('* ** % _ \\ \\% \' \'\' " {} {"a":1} {"from":1,"to":2} [1,2] 1..2 1:2 : :1 #fff $1 $$ $esc $and _$or_'),
  ...words("( ) (( , ; -- /* '; \u0000 a\u0000b \ud800 \udc00x 😀 \u202e"),
  ...['', ' ', '\n', "'; select 1; --", '1'.repeat(400), 'a'.repeat(3000)],
]

/** What the types of fields read, at the ends of what they read. */
const SUITED: Readonly<Record<string, readonly string[]>> = {
  Integer: words('0 -1 7 9007199254740991 -9007199254740991 000012'),
  Decimal: words(`0 -0.0 7.5 ${'1'.repeat(30)} 0.000000000000001 1e5`),
  Money: words(`0 0.00 -7 99999999999999999999.99 ${'1'.repeat(100)}`),
  Slider: words('0 100 55.5 -1'),
  Boolean: words('true false 1'),
  Date: words('0001-01-01 9999-12-31 2000-02-29 0 -62135596800 253402300799 951782400'),
  DateTime: words('0001-01-01 9999-12-31T23:59:59Z 2000-02-29T12:00:00+14:00 -1 253402300799'),
  Time: words('00:00 23:59:59 24:00 12:00:00.5'),
  Range: words(`0 7 -1.5 ${'1'.repeat(20)}`),
  Related: words('0 1 2 9007199254740991'),
  DropRelated: words('0 1 2 9007199254740991'),
  Source: words('0 1 2 9007199254740991'),
  Color: words('#cf1322 #FFF red'),
  Timezone: words('Europe/Vienna UTC America/Los_Angeles'),
  Enum: words('draft published never'),
  MultiEnum: words('mon fri future-date never'),
  JSON: words('{} [] null 1 "a" {"autoplay":true}'),
}

const hostile = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.double().map(String) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
)
const depth = fc.constantFrom(undefined, 0, 1, 10, 999_999_999)
const column = fc.constantFrom(undefined, 'PARENT', 'parent', 'name')

function operand(value: fc.Arbitrary<string>) {
  const text = value.map((content): FilterText => {
    return { kind: 'text', text: content, wildcards: [...content.matchAll(/\*/g)].map(({ index }) => index) }
  })
  const item = fc.tuple(value, depth, column).map(([content, levels, by]): FilterListItem => {
    const children = { ...(levels === undefined ? {} : { depth: levels }), ...(by === undefined ? {} : { column: by }) }
    const plain = { text: content, raw: content }
    return Object.keys(children).length === 0 ? plain : { ...plain, children }
  })
  const list = fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => ({ kind: 'list' as const, items }))
  return { text, list }
}

const SYSTEM_NAMES = ['id', '_id', 'dateins', 'version', 'nothing']

/** Names that a filter on the media type may hold, with the name of the field’s type where there is such a field. */
function namesOf(type: MediaType, { mediaTypes }: Catalog) {
  const own = [...type.fields.values()].map((field) => ({ field: field.name, of: field.type }))
  const system = SYSTEM_NAMES.map((field) => ({ field, of: undefined }))
  const related = [...type.fields.values()].flatMap(({ name, relation }) => {
    const fields = [...(relation === null ? [] : (mediaTypes.get(relation.to)?.fields.values() ?? []))]
    const inner = fields.map((field) => ({ field: name, relatedField: field.name, of: field.type }))
    return [...inner, { field: name, relatedField: 'id', of: undefined }]
  })
  return { direct: [...own, ...own, ...system], related }
}

/** Filters over a media type’s own fields and those of what it is related to: most of them can be run. */
export function filters(type: MediaType, catalog: Catalog): fc.Arbitrary<string> {
  const { direct, related } = namesOf(type, catalog)
  const term = fc.constantFrom(...direct, ...related).chain(({ of, ...name }) => {
    const suited = of === undefined ? SUITED.Related : (SUITED[of.name] ?? HOSTILE)
    const fitting = fc.constantFrom(...(suited ?? HOSTILE))
    const value = operand(fc.oneof({ weight: 2, arbitrary: fitting }, { weight: 1, arbitrary: hostile }))
    const known = of === undefined || of.operators.length === 0 ? operators.names : of.operators
    const operator = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...known) },
      { weight: 1, arbitrary: fc.constantFrom(...operators.names) },
    )
    return operator.chain((chosen) => {
      const takesList = chosen === 'in' || chosen === 'notin'
      const flag = operand(fc.constantFrom('true', 'false')).text
      const usual = chosen === 'isempty' ? flag : takesList ? value.list : value.text
      return fc
        .oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: value.list })
        .map((content): FilterNode => {
          return { kind: 'term', ...name, operator: chosen, value: content, position: 0, valuePosition: 0 }
        })
    })
  })
  const group = fc
    .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(term, { minLength: 2, maxLength: 3 }))
    .map(([operator, children]): FilterNode => ({ kind: 'group', operator, children }))
  return fc.oneof({ weight: 4, arbitrary: term }, { weight: 1, arbitrary: group }).map(printFilter)
}

const PARTS = words("( ) _ $ * , : [ ] $esc( _$and_ _$or_ _$in( _$eq_ id \u0000 \ud800 % ' 0 😀")

/** The same with a few characters taken out, put in or replaced. */
export function mutated(filter: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const into = fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: 'binary', maxLength: 2 }))
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(3), into), { minLength: 1, maxLength: 3 })
  return fc.tuple(filter, edits).map(([text, all]) =>
    all.reduce((current, [at, size, part]) => {
      const start = at % (current.length + 1)
      return current.slice(0, start) + part + current.slice(start + size)
    }, text),
  )
}
