import type { JsonSchema, JsonType } from '../../field-types/json-schema.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

const DEEPEST = 9
/** Members of an example that need not be there. */
const OPTIONAL_SHOWN = 12

/** A value that a schema could stand for, to read rather than to send; of a body without what is passed over. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, isSent = false, depth = 0): unknown {
  const { $ref, examples, anyOf, oneOf } = schema
  if (examples !== undefined && examples.length > 0) return examples[0]
  if ($ref !== undefined) {
    const target = schemas[refName($ref)]
    return target === undefined || depth > DEEPEST ? {} : exampleOf(target, schemas, isSent, depth + 1)
  }
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
  const [alternative] = anyOf ?? oneOf ?? []
  if (alternative !== undefined) return exampleOf(alternative, schemas, isSent, depth + 1)
  return ofType(schema, schemas, isSent, depth)
}

export function refName($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}

function ofType(schema: JsonSchema, schemas: Schemas, isSent: boolean, depth: number): unknown {
  switch (firstType(schema)) {
    case 'object':
      return objectExample(schema, schemas, isSent, depth)
    case 'array':
      return schema.items === undefined || depth > DEEPEST ? [] : [exampleOf(schema.items, schemas, isSent, depth + 1)]
    case 'integer':
      return schema.minimum ?? 1
    case 'number':
      return schema.minimum ?? 1.5
    case 'boolean':
      return true
    case 'string':
      return 'text'
    default:
      return null
  }
}

function firstType({ type, properties }: JsonSchema): JsonType | undefined {
  const types = type === undefined ? [] : [type].flat()
  return types.find((each) => each !== 'null') ?? (properties === undefined ? undefined : 'object')
}

function objectExample(
  { properties = {}, required = [] }: JsonSchema,
  schemas: Schemas,
  isSent: boolean,
  depth: number,
): object {
  const known = Object.entries(properties).filter(([, { readOnly }]) => !(isSent && readOnly))
  const optional = known.map(([name]) => name).filter((name) => !required.includes(name))
  const shown = new Set([...required, ...optional.slice(0, OPTIONAL_SHOWN)])
  const members = known.filter(([name]) => shown.has(name))
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member, schemas, isSent, depth + 1)]))
}
