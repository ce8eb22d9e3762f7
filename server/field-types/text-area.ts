import { textLike } from './text-like.ts'

/** Text of several lines. */
export const textArea = textLike({ name: 'TextArea', widget: 'textarea' })
