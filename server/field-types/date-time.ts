import type { ValidationRules } from '../../shared/page.ts'
import { INSTANT_PHRASE, instants, limitInstant, writtenInstant } from '../../shared/values/date-time.ts'
import { limitsOf } from '../../shared/values/limits.ts'
import { expected, parsed } from '../../shared/values/reading.ts'
import type { FieldDefinition, FieldType } from './field-type.ts'
import { limitWords } from './json-schema.ts'
import { limitRules } from './limits.ts'
import { propsOf } from './members.ts'
import { ORDERED_OPERATORS } from './operator-sets.ts'

/** The instant in UTC, with a fraction only where there is one, whatever the session's settings. */
const shown = (column: string): string =>
  `rtrim(rtrim(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.') || 'Z'`

/**
 * An instant, to the microsecond: ISO 8601 with its offset, or Unix time in seconds; in text also a day, for its first
 * second in UTC. Shown in UTC: `2026-01-31T12:00:00Z`.
 */
export const dateTime: FieldType = {
  ...instants,
  name: 'DateTime',
  widget: 'datetime',
  sqlType: () => 'timestamptz',
  select: (column) => `(${shown(column)})`,
  parameterType: 'timestamptz',
  parseOperand: (text) => {
    const instant = writtenInstant(text)
    return instant === null ? expected(INSTANT_PHRASE) : parsed(instant)
  },
  operators: ORDERED_OPERATORS,
  sortable: true,
  inTime: { as: 'instant', sql: (column) => column },
  asText: (column) => `(${shown(column)})`,
  props: (field) => propsOf(field, 'min', 'max'),
  validation,
  schema: (field) => ({
    type: ['string', 'integer'],
    format: 'date-time',
    ...limitWords(validation(field)),
    ...EXAMPLE,
  }),
  shown: () => ({ type: 'string', format: 'date-time', ...EXAMPLE }),
}

const EXAMPLE = { examples: ['2026-01-31T12:00:00Z'] }

function validation(field: FieldDefinition): ValidationRules {
  return limitRules(field, limitsOf(field, limitInstant), String)
}
