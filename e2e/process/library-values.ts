import type { FieldDocument, MediaTypeDocument } from '../../server/catalog/document.ts'

type Values = Readonly<Record<string, unknown>>

/** Values that a field takes, where its type alone does not tell. */
const SPECIAL: Values = {
  'copy.barcode': 5000,
  'work.isbn': '9876543210',
  'work.kept_as': 'map',
  'work.key': '0b0b6f4c-0000-4000-8000-0000000000ff',
  'card.member': '0b0b6f4c-0000-4000-8000-000000000001',
  'work.source_ip': '10.0.0.1',
  'work.network': '10.0.0.0/8',
  'work.hardware': '08:00:2b:01:02:03',
  'work.lent_for': '3 days',
  'work.page_xml': '<a/>',
  'work.rounded': 1200,
  'loan.day': '2024-07-01',
  'work.language': 'de',
}

const BY_TYPE: Values = {
  Text: 'Ämter & <Würden>',
  TextArea: 'one\ntwo',
  Integer: 7,
  Decimal: 2.5,
  Money: '3.50',
  Boolean: true,
  Date: '2001-02-03',
  DateTime: '2001-02-03T04:05:06Z',
  Time: '04:05:06',
  JSON: { a: [1, null] },
}

/** A value for a field that no other record has yet. */
export function valueFor({ name: type }: MediaTypeDocument, field: FieldDocument): unknown {
  const special = SPECIAL[`${type}.${field.name}`]
  if (special !== undefined) return special
  if (Number(field.props?.maxLength) < 8) return 'Z'
  const [choice] = field.enumValues ?? []
  if (choice !== undefined) return field.type === 'MultiEnum' ? [choice.value] : choice.value
  if (field.type === 'Integer' && Number(field.props?.min) > 7) return field.props?.min
  return BY_TYPE[field.type]
}

/** What nobody should send: whatever comes of it is told, and is no fault of the service. */
export const HOSTILE: readonly unknown[] = [
  '',
  ' ',
  'x'.repeat(50_000),
  "'; drop table work; --",
  '\\',
  'NaN',
  'Infinity',
  '1e400',
  '0044-03-15',
  '24:00',
  'a\u0000b',
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  true,
  [],
  [null],
  ['x', 'x'],
  {},
  { a: { b: 'c' } },
]

/** The same in filters. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  'x',
  "'",
  '%25',
  '-1',
  '1e400',
  '1e-400',
  '99999999999999999999',
  'NaN',
  'Infinity',
  '0000-00-00',
  '2024-02-30',
  '294277-01-01',
  'true',
  '%00',
  'ä',
]

export const OPERATORS = ['eq', 'neq', 'gt', 'ge', 'lt', 'le', 'lk', 'sw', 'ew', 'ct', 'in', 'notin', 'isempty']
