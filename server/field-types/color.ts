import { expected, type Parsed, parsed } from './field-type.ts'
import { CHOICE_OPERATORS } from './operator-sets.ts'
import { storableText } from './storable.ts'
import { textLike } from './text-like.ts'

const EXAMPLE = { examples: ['#1e90ff'] }

/** A colour in hexadecimal, kept in lower case. */
export const color = textLike({
  name: 'Color',
  widget: 'color',
  read,
  parseOperand: (text) => storableText(text.toLowerCase()),
  operators: CHOICE_OPERATORS,
  schema: () => ({ pattern: '^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$', ...EXAMPLE }),
  shown: () => EXAMPLE,
})

function read(text: string): Parsed {
  const valid = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)
  return valid ? parsed(text.toLowerCase()) : expected('a colour such as #1e90ff')
}
