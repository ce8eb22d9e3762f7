import type { ValidationRules } from '../../shared/page.ts'
import { readTime } from '../../shared/values/calendar.ts'
import { limitsOf } from '../../shared/values/limits.ts'
import { expected, parsed } from '../../shared/values/reading.ts'
import { limitTime, TIME_PHRASE, times } from '../../shared/values/time.ts'
import type { FieldDefinition, FieldType } from './field-type.ts'
import { limitWords } from './json-schema.ts'
import { limitRules } from './limits.ts'
import { propsOf } from './members.ts'
import { ORDERED_OPERATORS } from './operator-sets.ts'

/** A time of day, to the second, of no time zone. Shown as `HH:mm:ss`. The props `min` and `max` are times. */
export const time: FieldType = {
  ...times,
  name: 'Time',
  widget: 'time',
  sqlType: () => 'time',
  parameterType: 'time',
  parseOperand: (text) => {
    const value = readTime(text)
    return value === null ? expected(TIME_PHRASE) : parsed(value)
  },
  operators: ORDERED_OPERATORS,
  sortable: true,
  props: (field) => propsOf(field, 'min', 'max'),
  validation,
  schema: (field) => ({ type: 'string', pattern: CLOCK, ...limitWords(validation(field)), ...EXAMPLE }),
  shown: () => ({ type: 'string', ...EXAMPLE }),
}

const CLOCK = '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$'
const EXAMPLE = { examples: ['20:15:00'] }

function validation(field: FieldDefinition): ValidationRules {
  return limitRules(field, limitsOf(field, limitTime), String)
}
