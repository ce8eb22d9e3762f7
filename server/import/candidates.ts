import { isDay, readInstant } from '../../shared/values/calendar.ts'
import { readDecimal } from '../../shared/values/decimal-number.ts'
import type { FieldDefinition, FieldType } from '../field-types/field-type.ts'
import { fieldTypes } from '../field-types/index.ts'
import { areOnePair, booleanWord } from './boolean-words.ts'
import { LongNumber } from './json-row.ts'

/** A field type that a column gets when all its values look like it. */
export interface Candidate {
  readonly type: string
  /** `written`: the file has texts alone, so that a number is a text that looks like one. */
  readonly fits: (value: unknown, written: boolean) => boolean
  /** Whether the values that fit go together, told from what they are in small letters; absent: they always do. */
  readonly suits?: (values: ReadonlySet<string>) => boolean
}

/** The narrowest first. What fits none is text. */
export const CANDIDATES: readonly Candidate[] = [
  {
    type: 'Boolean',
    fits: (value, written) => typeof value === 'boolean' || (written && booleanWord(String(value)) !== null),
    suits: areOnePair,
  },
  {
    type: 'Integer',
    fits: (value, written) => Number.isSafeInteger(value) || (written && isWhole(String(value))),
  },
  {
    type: 'Decimal',
    fits: (value, written) => {
      if (typeof value === 'number') return true
      if (value instanceof LongNumber) return readDecimal(value.text) !== null
      return written && PLAIN_DECIMAL.test(String(value)) && readDecimal(String(value)) !== null
    },
  },
  { type: 'Date', fits: (value) => typeof value === 'string' && isDay(value) },
  { type: 'DateTime', fits: (value) => typeof value === 'string' && (isDay(value) || readInstant(value) !== null) },
  { type: 'Email', fits: reads('Email') },
  { type: 'Url', fits: reads('Url') },
]

/** Digits that begin with a zero are a code, which a number would lose the zero of; so is an exponent. */
const PLAIN_DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

function isWhole(text: string): boolean {
  return /^(?:0|-?[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text))
}

function reads(name: string): Candidate['fits'] {
  const type = fieldTypes.get(name) as FieldType
  return (value) => typeof value === 'string' && type.parseText(value, PLAIN_FIELD).ok
}

/** A field without any rules of its own. */
const PLAIN_FIELD: FieldDefinition = {
  name: '',
  label: '',
  column: '',
  required: false,
  unique: false,
  readOnly: false,
  defaultValue: null,
  enumValues: [],
  props: {},
  help: null,
}
