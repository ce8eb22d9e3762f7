import { textLike } from './text-like.ts'

/** One line of text. */
export const text = textLike({ name: 'Text', widget: 'text' })
