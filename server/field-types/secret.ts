import { SECRET_PLACEHOLDER } from '../../shared/envelope.ts'
import type { FieldType } from './field-type.ts'
import { textLike } from './text-like.ts'

/** A text that is never given out, nor found out by filters or by sorting. */
export const secret: FieldType = {
  ...textLike({ name: 'Secret', widget: 'secret', operators: [] }),
  sortable: false,
  select: () => `'${SECRET_PLACEHOLDER}'`,
  placeholder: SECRET_PLACEHOLDER,
  shown: () => ({ const: SECRET_PLACEHOLDER }),
}
