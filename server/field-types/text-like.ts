import { storableText } from '../../shared/values/storable.ts'
import { type TextForm, textReader } from '../../shared/values/text-reader.ts'
import { textValidation } from '../../shared/values/text-rules.ts'
import type { FieldType, Parsed } from './field-type.ts'
import { textSchema } from './json-schema.ts'
import { TEXT_OPERATORS } from './operator-sets.ts'

interface TextLike extends TextForm {
  readonly name: string
  readonly widget: string
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

/** A type kept as text: what does not differ among them. */
export function textLike(type: TextLike): FieldType {
  const { name, widget, longest = Number.POSITIVE_INFINITY } = type
  return {
    ...textReader(type),
    name,
    widget,
    sqlType: () => 'text',
    parameterType: 'text',
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
