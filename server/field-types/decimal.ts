import type { ValidationRules } from '../../shared/page.ts'
import { decimals } from '../../shared/values/decimal.ts'
import { decimalLimit } from '../../shared/values/decimal-number.ts'
import { limitsOf } from '../../shared/values/limits.ts'
import { decimalOperand, decimalSchema, limitShown } from './decimal-rules.ts'
import type { FieldDefinition, FieldType } from './field-type.ts'
import { limitRules } from './limits.ts'
import { propsOf } from './members.ts'
import { ORDERED_OPERATORS } from './operator-sets.ts'

/**
 * A decimal number kept with its digits and shown as a JSON number. The prop `precision` is the most digits after the
 * point; more are refused, not rounded. A number of over 15 digits had better come as text: JSON readers round it.
 */
export const decimal: FieldType = {
  ...decimals,
  name: 'Decimal',
  widget: 'decimal',
  sqlType: () => 'numeric',
  parameterType: 'numeric',
  parseOperand: decimalOperand,
  operators: ORDERED_OPERATORS,
  sortable: true,
  sums: { sum: 'Decimal', average: 'Decimal' },
  props: (field) => propsOf(field, 'precision', 'min', 'max', 'step', 'unit'),
  validation,
  schema: (field) => decimalSchema(validation(field)),
  shown: () => ({ type: 'number' }),
}

function validation(field: FieldDefinition): ValidationRules {
  return limitRules(field, limitsOf(field, decimalLimit), limitShown)
}
