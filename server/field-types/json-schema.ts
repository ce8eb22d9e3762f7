import type { ValidationRules } from '../../shared/page.ts'
import { present } from '../../shared/values/members.ts'

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null'

/** A JSON Schema (draft 2020-12) as far as field types and routes need it. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: JsonType | readonly JsonType[]
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly contentMediaType?: string
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly propertyNames?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly default?: unknown
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
  readonly examples?: readonly unknown[]
}

/** A text under the rules of its field. */
export function textSchema({ minLength, maxLength, pattern }: ValidationRules): JsonSchema {
  return { type: 'string', ...present({ minLength, maxLength, pattern }) }
}

/** Numbers within the limits; a limit that no JSON number carries is left to the server. */
export function limitSchema({ min, max }: ValidationRules): JsonSchema {
  return present({ minimum: numberOf(min), maximum: numberOf(max) })
}

/** Limits that JSON Schema has no keyword for, in words. */
export function limitWords({ min, max }: ValidationRules): JsonSchema {
  if (min === undefined && max === undefined) return {}
  const words = [min === undefined ? '' : `from ${min}`, max === undefined ? '' : `to ${max}`]
  return { description: `Values ${words.filter((word) => word !== '').join(' ')}.` }
}

/** A decimal number in digits, as a JSON number or as text. */
export const DECIMAL_TEXT = '^-?\\d+(\\.\\d+)?([eE][+-]?\\d{1,4})?$'

function numberOf(limit: number | string | undefined): number | undefined {
  return typeof limit === 'number' ? limit : undefined
}
