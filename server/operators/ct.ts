import { likePattern } from './like-pattern.ts'
import { patternOperator } from './pattern-operator.ts'

/** Contains; asterisks stand for themselves. */
export const ct = patternOperator('ct', (text) => `%${likePattern(text)}%`)
