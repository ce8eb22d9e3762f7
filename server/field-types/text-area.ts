import { propsOf } from './members.ts'
import { textLike } from './text-like.ts'

/** Text of several lines; the prop `rows` is how many a form shows of an empty one. */
export const textArea = textLike({ name: 'TextArea', widget: 'textarea', props: (field) => propsOf(field, 'rows') })
