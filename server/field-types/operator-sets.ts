/** Operators by what a value can do, most usual first within each. */
export const EQUALITY = ['eq', 'neq', 'in', 'notin'] as const
export const ORDER = ['gt', 'ge', 'lt', 'le'] as const
export const PATTERN = ['ct', 'sw', 'ew', 'lk'] as const

export const TEXT_OPERATORS = [...PATTERN, ...EQUALITY, ...ORDER, 'isempty'] as const
export const CHOICE_OPERATORS = [...EQUALITY, ...PATTERN, 'isempty'] as const
export const ORDERED_OPERATORS = [...EQUALITY, ...ORDER, ...PATTERN, 'isempty'] as const
export const IDENTITY_OPERATORS = [...EQUALITY, 'isempty'] as const
