import { expected, type Parsed, parsed, type RuledField, type ValueReader } from './reading.ts'
import { storableText } from './storable.ts'
import { brokenTextRule } from './text-rules.ts'

/** What a type that is kept as text says of its form. */
export interface TextForm {
  /** Noun phrase for what the field holds; absent: text. */
  readonly what?: string
  /** The type's own limit in characters. */
  readonly longest?: number
  /** Reads a text that keeps the length and pattern rules, not the empty one; absent: any text is taken as it is. */
  readonly read?: (text: string, field: RuledField) => Parsed
}

/**
 * Reads a value that is kept as text. Nothing is trimmed, but blanks are not what is required. The empty text breaks no
 * rule but `required`, and in a type that reads a form of its own it is nothing (so that two of them do not collide).
 */
export function textReader({ what = 'text', longest = Number.POSITIVE_INFINITY, read }: TextForm): ValueReader {
  const parseText = (text: string, field: RuledField): Parsed => {
    if (text === '') return parsed(read ? null : '')
    const stored = storableText(text)
    if (!stored.ok) return stored
    if (field.required && text.trim() === '') return expected(`${what} that is not blank`)
    const broken = brokenTextRule(text, field, what, longest)
    if (broken !== null) return expected(broken)
    return read ? read(text, field) : stored
  }
  return {
    parseJson: (value, field) => (typeof value === 'string' ? parseText(value, field) : expected(what)),
    parseText,
  }
}
