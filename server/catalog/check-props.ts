import { isObject } from '../../shared/json.ts'
import { patternFault } from '../../shared/values/pattern.ts'
import type { FieldDefinition, FieldType } from '../field-types/field-type.ts'
import type { MetadataRows } from './build.ts'
import { type Checked, checkedRow, type MetadataProblem } from './metadata-problem.ts'
import { PROP_NAMES, REDIRECT } from './prop-names.ts'

/** Props that count something. */
const COUNTS = ['minLength', 'maxLength', 'precision', 'maxDigits']
/** A limit of some type in each way it can be written. */
const LIMITS: readonly unknown[] = [1, '2020-01-01', '10:00', '2020-01-01T00:00:00Z']

/** A field type passes over props it cannot read; whoever writes them is told. */
export function checkProps(type: FieldType, field: FieldDefinition, checked: Checked): void {
  const { props } = field
  for (const name of COUNTS) {
    const value = props[name]
    if (value === undefined || value === null) continue
    if (!Number.isSafeInteger(value) || (value as number) < 0)
      checked.wrong('props', `${name}: expected a whole number of 0 or more`)
  }
  const { minLength, maxLength, pattern, currency, step } = props
  if (Number(minLength) > Number(maxLength)) checked.wrong('props', 'expected minLength to be no more than maxLength')
  const fault = isGiven(pattern) ? patternFault(pattern) : null
  if (fault !== null) checked.wrong('props', `pattern: ${fault}`)
  if (currency !== undefined && currency !== null && !(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)))
    checked.wrong('props', 'currency: expected three capital letters such as EUR')
  if (step !== undefined && step !== null && !(Number(step) > 0))
    checked.wrong('props', 'step: expected a number above 0')
  checkShown(props, checked)
  checkLimits(type, field, checked)
}

/** What says how a field is shown, and how its values lead on. */
function checkShown(props: FieldDefinition['props'], { wrong }: Checked): void {
  const { marks, unit, rows, [REDIRECT]: redirect } = props
  if (isGiven(unit) && typeof unit !== 'string') wrong('props', 'unit: expected text')
  if (isGiven(rows) && !(Number.isSafeInteger(rows) && (rows as number) > 0))
    wrong('props', 'rows: expected a whole number above 0')
  if (isGiven(marks) && !isScale(marks))
    wrong('props', 'marks: expected an object of texts by number, such as {"0": "low", "100": "high"}')
  if (isGiven(redirect) && !isRedirect(redirect))
    wrong('props', `${REDIRECT}: expected the key of a page, or {"pageKey": text, "id": name of a field}`)
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

function isScale(marks: unknown): boolean {
  const isAt = (at: string): boolean => at.trim() !== '' && Number.isFinite(Number(at))
  return isObject(marks) && Object.entries(marks).every(([at, text]) => isAt(at) && typeof text === 'string')
}

function isRedirect(redirect: unknown): boolean {
  if (!isObject(redirect)) return typeof redirect === 'string'
  const { pageKey, id, ...others } = redirect
  return typeof pageKey === 'string' && ['string', 'undefined'].includes(typeof id) && Object.keys(others).length === 0
}

/**
 * Props of fields that their types know nothing of. Those a field had before are left: a type that was changed leaves
 * them behind, and they do no harm.
 */
export function unknownProps(rows: MetadataRows, before: MetadataRows): readonly MetadataProblem[] {
  const system = new Set(rows.mediaTypes.flatMap((type) => (type.is_system ? [type.name] : [])))
  const was = new Map(before.fields.map((row) => [row.id, inOrder(row.props)]))
  return rows.fields.flatMap((row) => {
    const known = Object.hasOwn(PROP_NAMES, row.type) ? PROP_NAMES[row.type] : undefined
    if (known === undefined || system.has(row.mediatype) || !isObject(row.props)) return []
    if (row.id > 0 && was.get(row.id) === inOrder(row.props)) return []
    const { found, wrong } = checkedRow('adm_fields', row.id, `${row.mediatype}.${row.name}`)
    const expected = known.length === 0 ? 'expected none' : `expected one of ${known.join(', ')}`
    for (const name of Object.keys(row.props))
      if (!known.includes(name)) wrong('props', `${row.type} has no prop ${JSON.stringify(name)}: ${expected}`)
    return found
  })
}

function inOrder(props: unknown): string {
  return JSON.stringify(isObject(props) ? Object.entries(props).sort(([a], [b]) => (a < b ? -1 : 1)) : props)
}

function checkLimits(type: FieldType, field: FieldDefinition, checked: Checked): void {
  const plain = { ...field, props: {} }
  for (const name of ['min', 'max'] as const) {
    const limit = field.props[name]
    const read = (value: unknown): unknown => type.validation({ ...plain, props: { [name]: value } })[name]
    const meant = LIMITS.some((sample) => read(sample) !== read(undefined))
    if (limit !== undefined && limit !== null && meant && !isRead(limit, read))
      checked.wrong('props', `${name}: expected a limit that ${type.name} can read`)
  }
  const { min, max } = type.validation(field)
  if (min === undefined || max === undefined) return
  const [low, high] = [Number(min), Number(max)]
  const wrong = Number.isNaN(low) || Number.isNaN(high) ? String(min) > String(max) : low > high
  if (wrong) checked.wrong('props', 'expected min to be no more than max')
}

/** What a type cannot read it takes for no limit, which shows as the one it has by itself. */
function isRead(limit: unknown, read: (value: unknown) => unknown): boolean {
  const [shown, without] = [read(limit), read(undefined)]
  return shown !== undefined && (shown !== without || String(limit) === String(without))
}
