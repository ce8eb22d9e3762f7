import { likePattern } from './like-pattern.ts'
import { patternOperator } from './pattern-operator.ts'

/** Starts with; asterisks stand for themselves. */
export const sw = patternOperator('sw', (text) => `${likePattern(text)}%`)
