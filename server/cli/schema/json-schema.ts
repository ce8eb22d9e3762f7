import { MAX_INTEGER } from '../../catalog/shapes/check-shape.ts'
import type { Cases, Needs, ObjectShape, Shape } from '../../catalog/shapes/shape.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** A shape as JSON Schema (draft 2020-12); named objects stand in `$defs`. */
export function jsonSchema(shape: Shape, heading: { readonly id: string; readonly title: string }): JsonSchema {
  const definitions = new Map<string, JsonSchema>()
  const root = schemaOf(shape, definitions)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: heading.id,
    title: heading.title,
    ...root,
    $defs: Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function schemaOf(shape: Shape, definitions: Map<string, JsonSchema>): JsonSchema {
  const { description } = shape
  switch (shape.kind) {
    case 'any':
      return { description }
    case 'flag':
      return { description, type: 'boolean' }
    case 'text': {
      const { pattern, nonEmpty } = shape
      return {
        description,
        type: 'string',
        ...(nonEmpty ? { minLength: 1 } : {}),
        ...(pattern === undefined ? {} : { pattern: pattern.expression.source }),
      }
    }
    case 'choice': {
      const names = Object.keys(shape.choices)
      const known = { enum: names, enumDescriptions: Object.values(shape.choices) }
      // what is offered must not refuse what is not
      return shape.open
        ? { description, anyOf: [known, { type: 'string' }] }
        : { description, type: 'string', ...known }
    }
    case 'either':
      return { description, anyOf: shape.of.map((each) => schemaOf(each, definitions)) }
    case 'number': {
      const type = shape.integer ? 'integer' : 'number'
      const { above, min, max, orText } = shape
      const range = {
        ...(above === undefined ? {} : { exclusiveMinimum: above }),
        ...(min === undefined ? {} : { minimum: min }),
        ...(max === undefined ? {} : { maximum: max }),
      }
      const ends = shape.integer ? { minimum: -MAX_INTEGER, maximum: MAX_INTEGER } : {}
      // a text that stands for a number says something
      return {
        description,
        type: orText ? [type, 'string'] : type,
        ...(orText ? { minLength: 1 } : {}),
        ...ends,
        ...range,
      }
    }
    case 'list':
      return {
        description,
        type: 'array',
        items: schemaOf(shape.of, definitions),
        ...(shape.nonEmpty ? { minItems: 1 } : {}),
      }
    case 'map':
      return {
        description,
        type: 'object',
        ...(shape.keys === undefined ? {} : { propertyNames: { pattern: shape.keys.expression.source } }),
        additionalProperties: schemaOf(shape.of, definitions),
      }
    case 'object':
      return named(shape, definitions)
  }
}

function named(shape: ObjectShape, definitions: Map<string, JsonSchema>): JsonSchema {
  if (shape.name === undefined) return objectSchema(shape, definitions)
  if (!definitions.has(shape.name)) {
    definitions.set(shape.name, {})
    definitions.set(shape.name, objectSchema(shape, definitions))
  }
  return { $ref: `#/$defs/${shape.name}` }
}

function objectSchema(shape: ObjectShape, definitions: Map<string, JsonSchema>): JsonSchema {
  const members = Object.entries(shape.members)
  const required = members.filter(([, member]) => member.required).map(([name]) => name)
  return {
    description: shape.description,
    type: 'object',
    properties: Object.fromEntries(members.map(([name, member]) => [name, schemaOf(member, definitions)])),
    ...(required.length === 0 ? {} : { required }),
    ...(shape.open ? {} : { additionalProperties: false }),
    ...conditions(shape, definitions),
  }
}

function conditions({ cases, needs }: ObjectShape, definitions: Map<string, JsonSchema>): JsonSchema {
  const all = [
    ...(cases === undefined ? [] : caseSchemas(cases, definitions)),
    ...(needs === undefined ? [] : needSchemas(needs)),
  ]
  return all.length === 0 ? {} : { allOf: all }
}

function needSchemas({ by, members }: Needs): readonly JsonSchema[] {
  return Object.entries(members).map(([value, names]) => ({
    if: { properties: { [by]: { const: value } }, required: [by] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: names },
  }))
}

function caseSchemas({ by, of, shapes }: Cases, definitions: Map<string, JsonSchema>): readonly JsonSchema[] {
  return Object.entries(shapes).map(([value, shape]) => ({
    if: { properties: { [by]: { const: value } }, required: [by] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { [of]: named(shape, definitions) } },
  }))
}
