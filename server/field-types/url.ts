import { expected, type Parsed, parsed } from './field-type.ts'
import { CONTROL } from './storable.ts'
import { textLike } from './text-like.ts'

const EXAMPLE = { examples: ['https://example.com/page'] }

/** An absolute web, ftp or mail address, kept as it is written. */
export const url = textLike({
  name: 'Url',
  widget: 'url',
  what: 'an address',
  longest: 2048,
  read,
  schema: () => ({ format: 'iri', ...EXAMPLE }),
  shown: () => EXAMPLE,
})

const KNOWN = /^(?:(?:https?|ftp):\/\/[^/?#]|mailto:[^/?#])/i

function read(text: string): Parsed {
  const clean = !CONTROL.test(text) && !/[\s\\]/.test(text)
  const valid = clean && KNOWN.test(text) && URL.canParse(text)
  return valid ? parsed(text) : expected('an address such as https://example.com')
}
