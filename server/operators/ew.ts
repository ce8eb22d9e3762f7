import { likePattern } from './like-pattern.ts'
import { patternOperator } from './pattern-operator.ts'

/** Ends with; asterisks stand for themselves. */
export const ew = patternOperator('ew', (text) => `%${likePattern(text)}`)
