import { expected, type FieldType, type Parsed, parsed } from './field-type.ts'
import { integerOperand, safeInteger, wholeNumber } from './integer.ts'
import { uniqueness } from './limits.ts'
import { IDENTITY_OPERATORS } from './operator-sets.ts'

type Relation = Pick<FieldType, 'name' | 'widget' | 'props' | 'link'>

/** A type that holds the id of a related record; the widgets differ. */
export function relation(type: Relation): FieldType {
  return {
    ...type,
    sqlType: () => 'bigint',
    parameterType: 'bigint',
    parseJson: parseId,
    parseText: (text) => parseId(wholeNumber(text)),
    parseOperand: integerOperand,
    operators: IDENTITY_OPERATORS,
    sortable: true,
    validation: uniqueness,
    schema: () => ({ type: 'integer', minimum: 1 }),
    shown: () => ({ type: 'integer' }),
  }
}

function parseId(value: unknown): Parsed {
  const id = safeInteger(value)
  return id !== null && id > 0 ? parsed(id) : expected('the id of a record, a whole number of 1 or more')
}
