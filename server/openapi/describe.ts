import { DATA_API_MEDIA_TYPE } from '../../shared/envelope.ts'
import type { JsonSchema } from '../field-types/json-schema.ts'
import type { Content, Parameter, Reference, RequestBody, Response } from './document.ts'

/** The data API's content type, and that of the other routes. */
export const DATA = DATA_API_MEDIA_TYPE
export const JSON_TYPE = 'application/json'

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
export const parameter = (name: string): Reference => ({ $ref: `#/components/parameters/${name}` })

export const text: JsonSchema = { type: 'string' }
export const whole: JsonSchema = { type: 'integer' }
export const truth: JsonSchema = { type: 'boolean' }
export const id: JsonSchema = { type: 'integer', minimum: 1 }
/** Unix time in seconds. */
export const unixTime: JsonSchema = { type: 'integer', description: 'Unix time in seconds.' }

export const said = (description: string, schema: JsonSchema): JsonSchema => ({ ...schema, description })
/** The same with an example, for whoever reads. */
export const like = (example: unknown, schema: JsonSchema): JsonSchema => ({ ...schema, examples: [example] })
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
export const mapOf = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values })
export const choice = (...values: readonly string[]): JsonSchema => ({ type: 'string', enum: values })

/** An object whose members are all there, but those named optional. */
export function object(properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}

/** The same or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined || schema.anyOf !== undefined || schema.const !== undefined)
    return { anyOf: [schema, { type: 'null' }] }
  const { type, enum: values } = schema
  // a schema of neither lets null through as it is
  if (type === undefined && values === undefined) return schema
  return {
    ...schema,
    ...(type === undefined ? {} : { type: [...new Set([...[type].flat(), 'null' as const])] }),
    ...(values === undefined ? {} : { enum: [...values, null] }),
  }
}

export function query(name: string, description: string, schema: JsonSchema = text): Parameter {
  return { name, in: 'query', description, schema }
}

export function inPath(name: string, description: string, schema: JsonSchema = text): Parameter {
  return { name, in: 'path', required: true, description, schema }
}

export function body(
  schema: JsonSchema,
  type: string | readonly string[] = JSON_TYPE,
  description?: string,
): RequestBody {
  return { required: true, ...(description === undefined ? {} : { description }), content: contentOf(schema, type) }
}

/** `headers` name components. */
export function answer(
  description: string,
  schema?: JsonSchema,
  {
    type = JSON_TYPE,
    headers = [],
  }: { readonly type?: string | readonly string[]; readonly headers?: readonly string[] } = {},
): Response {
  return {
    description,
    ...(headers.length === 0 ? {} : { headers: headersOf(headers) }),
    ...(schema === undefined ? {} : { content: contentOf(schema, type) }),
  }
}

/** The error answers of an operation: those it is likely to give by status, and any other. */
export function errors(...statuses: readonly number[]): Readonly<Record<string, Reference>> {
  const named = statuses.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }] as const)
  return Object.fromEntries([...named, ['default', { $ref: '#/components/responses/Error' }]])
}

function contentOf(schema: JsonSchema, type: string | readonly string[]): Content {
  return Object.fromEntries([type].flat().map((name) => [name, { schema }]))
}

function headersOf(names: readonly string[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
