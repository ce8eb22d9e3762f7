import { likePattern } from './like-pattern.ts'
import { patternOperator } from './pattern-operator.ts'

/** Is like: the whole text, with asterisks for anything. */
export const lk = patternOperator('lk', likePattern)
