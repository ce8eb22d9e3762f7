import { COLOR } from '../../shared/values/color.ts'
import { storableText } from '../../shared/values/storable.ts'
import { CHOICE_OPERATORS } from './operator-sets.ts'
import { textLike } from './text-like.ts'

const EXAMPLE = { examples: ['#1e90ff'] }

/** A colour in hexadecimal, kept in lower case. */
export const color = textLike({
  ...COLOR,
  name: 'Color',
  widget: 'color',
  parseOperand: (text) => storableText(text.toLowerCase()),
  operators: CHOICE_OPERATORS,
  schema: () => ({ pattern: '^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$', ...EXAMPLE }),
  shown: () => EXAMPLE,
})
