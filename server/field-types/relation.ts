import { recordIds } from '../../shared/values/record-id.ts'
import type { FieldType } from './field-type.ts'
import { integerOperand } from './integer.ts'
import { uniqueness } from './limits.ts'
import { IDENTITY_OPERATORS } from './operator-sets.ts'

type Relation = Pick<FieldType, 'name' | 'widget' | 'props' | 'link'>

/** A type that holds the id of a related record; the widgets differ. */
export function relation(type: Relation): FieldType {
  return {
    ...type,
    ...recordIds,
    sqlType: () => 'bigint',
    parameterType: 'bigint',
    parseOperand: integerOperand,
    operators: IDENTITY_OPERATORS,
    sortable: true,
    validation: uniqueness,
    schema: () => ({ type: 'integer', minimum: 1 }),
    shown: () => ({ type: 'integer' }),
  }
}
