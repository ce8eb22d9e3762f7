import { expected, type FieldDefinition, type FieldType, type Parsed, parsed } from './field-type.ts'
import { textSchema } from './json-schema.ts'
import { TEXT_OPERATORS } from './operator-sets.ts'
import { storableText } from './storable.ts'
import { brokenTextRule, textValidation } from './text-rules.ts'

interface TextLike {
  readonly name: string
  readonly widget: string
  /** Noun phrase for what the field holds. */
  readonly what?: string
  /** The type's own limit in characters. */
  readonly longest?: number
  /** Reads a text that keeps the length and pattern rules, not the empty one; absent: any text is taken as it is. */
  readonly read?: (text: string, field: FieldDefinition) => Parsed
  readonly parseOperand?: (text: string) => Parsed
  readonly operators?: readonly string[]
  readonly props?: FieldType['props']
  /** What is to be said of its form beside the rules that every text has. */
  readonly schema?: FieldType['schema']
  /** The same of what a read shows, where it is less. */
  readonly shown?: FieldType['shown']
}

/** Texts are sorted by their beginning, whatever the case: an index entry has no room for a long one. */
const SORTED_CHARACTERS = 250

/**
 * A type kept as text: what does not differ among them. Nothing is trimmed. The empty text breaks no rule but
 * `required`, and in a type that reads a form of its own it is nothing (so that two of them do not collide).
 */
export function textLike(type: TextLike): FieldType {
  const { name, widget, what = 'text', longest = Number.POSITIVE_INFINITY, read } = type
  const parseText = (text: string, field: FieldDefinition): Parsed => {
    if (text === '') return parsed(read ? null : '')
    const stored = storableText(text)
    if (!stored.ok) return stored
    const broken = brokenTextRule(text, field, what, longest)
    if (broken !== null) return expected(broken)
    return read ? read(text, field) : stored
  }
  return {
    name,
    widget,
    sqlType: () => 'text',
    parameterType: 'text',
    parseJson: (value, field) => (typeof value === 'string' ? parseText(value, field) : expected(what)),
    parseText,
    parseOperand: type.parseOperand ?? storableText,
    operators: type.operators ?? TEXT_OPERATORS,
    sortable: true,
    sortKey: (column) => `lower(left(${column}, ${SORTED_CHARACTERS}))`,
    isEmpty: (column) => `(${column} is null or ${column} = '')`,
    asText: (column) => column,
    props: type.props ?? (() => ({})),
    validation: (field) => textValidation(field, longest),
    schema: (field) => ({ ...textSchema(textValidation(field, longest)), ...type.schema?.(field) }),
    shown: (field) => ({ type: 'string', ...(type.shown ?? type.schema)?.(field) }),
  }
}
