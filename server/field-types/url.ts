import { ADDRESS } from '../../shared/values/url.ts'
import { textLike } from './text-like.ts'

const EXAMPLE = { examples: ['https://example.com/page'] }

/** An absolute web, ftp or mail address, kept as it is written. */
export const url = textLike({
  ...ADDRESS,
  name: 'Url',
  widget: 'url',
  schema: () => ({ format: 'iri', ...EXAMPLE }),
  shown: () => EXAMPLE,
})
