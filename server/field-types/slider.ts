import type { ValidationRules } from '../../shared/page.ts'
import { scaleOf, scales } from '../../shared/values/slider.ts'
import { decimalOperand, decimalSchema, limitShown } from './decimal-rules.ts'
import type { FieldDefinition, FieldType } from './field-type.ts'
import { limitRules } from './limits.ts'
import { propsOf } from './members.ts'
import { ORDERED_OPERATORS } from './operator-sets.ts'

/** A number from `min` (0) to `max` (100). `step` and `marks` guide the hand and are no rule. */
export const slider: FieldType = {
  ...scales,
  name: 'Slider',
  widget: 'slider',
  sqlType: () => 'numeric',
  parameterType: 'numeric',
  parseOperand: decimalOperand,
  operators: ORDERED_OPERATORS,
  sortable: true,
  sums: { sum: 'Decimal', average: 'Decimal' },
  props: (field) => ({ min: 0, max: 100, step: 1, ...propsOf(field, 'min', 'max', 'step', 'marks', 'unit') }),
  validation,
  schema: (field) => decimalSchema(validation(field)),
  shown: () => ({ type: 'number' }),
}

function validation(field: FieldDefinition): ValidationRules {
  return limitRules(field, scaleOf(field), limitShown)
}
