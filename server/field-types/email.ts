import { EMAIL } from '../../shared/values/email.ts'
import { textLike } from './text-like.ts'

const EXAMPLE = { examples: ['name@example.com'] }

/** An e-mail address as people write it: a sane name, an @, and a domain of two labels or more. */
export const email = textLike({
  ...EMAIL,
  name: 'Email',
  widget: 'email',
  schema: () => ({ format: 'idn-email', ...EXAMPLE }),
  shown: () => EXAMPLE,
})
