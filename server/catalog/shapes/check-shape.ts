import { suggestion } from '../../../shared/suggest.ts'
import {
  type ChoiceShape,
  type MapShape,
  memberShape,
  type NumberShape,
  neededMembers,
  type ObjectShape,
  type Shape,
  type TextShape,
} from './shape.ts'

export type Path = readonly (string | number)[]

/** What is wrong with a document, and the part of it that is. */
export interface DocumentProblem {
  readonly path: Path
  readonly message: string
  /** It is the name of the member at the path that is wrong, and not its value. */
  readonly atName?: true
}

/** Every way in which a value is not of the shape. */
export function checkShape(value: unknown, shape: Shape, path: Path = []): readonly DocumentProblem[] {
  const expected = (what: string): readonly DocumentProblem[] => [{ path, message: `expected ${what}` }]
  switch (shape.kind) {
    case 'any':
      return checkJson(value, path)
    case 'flag':
      return typeof value === 'boolean' ? [] : expected('true or false')
    case 'text':
      return typeof value === 'string' ? checkText(value, shape, path) : expected(textHint(value))
    case 'choice':
      return typeof value === 'string' ? checkChoice(value, shape, path) : expected(textHint(value))
    case 'number':
      return checkNumber(value, shape) ? [] : expected(numberPhrase(shape))
    case 'either':
      return shape.of.some((each) => checkShape(value, each).length === 0) ? [] : expected(shape.expected)
    case 'list':
      if (!Array.isArray(value)) return expected('a list')
      if (shape.nonEmpty && value.length === 0) return expected('a list that is not empty')
      return value.flatMap((item, index) => checkShape(item, shape.of, [...path, index]))
    case 'map':
      if (!isObject(value)) return expected('an object')
      return Object.entries(value).flatMap(([name, member]) => [
        ...checkStorable(name, path),
        ...checkKey(name, shape, [...path, name]),
        ...checkShape(member, shape.of, [...path, name]),
      ])
    case 'object':
      return isObject(value) ? checkObject(value, shape, path) : expected('an object')
  }
}

function checkObject(value: Readonly<Record<string, unknown>>, shape: ObjectShape, path: Path) {
  const problems: DocumentProblem[] = []
  for (const [name, member] of Object.entries(shape.members)) {
    if (member.required && !Object.hasOwn(value, name))
      problems.push({ path, message: `the member ${name} is missing` })
  }
  for (const name of neededMembers(shape, value)) {
    const why = `${shape.needs?.by} ${String(value[shape.needs?.by ?? ''])} needs it`
    if (!Object.hasOwn(value, name)) problems.push({ path, message: `the member ${name} is missing: ${why}` })
  }
  for (const [name, member] of Object.entries(value)) {
    const declared = memberShape(shape, name, value)
    if (declared !== undefined) problems.push(...checkShape(member, declared, [...path, name]))
    else if (shape.open) problems.push(...checkJson(member, [...path, name]))
    else {
      const hint = suggestion(name, Object.keys(shape.members))
      problems.push({ path: [...path, name], message: `there is no member ${name}${hint}`, atName: true })
    }
  }
  return problems
}

function checkText(value: string, { pattern, nonEmpty }: TextShape, path: Path): readonly DocumentProblem[] {
  const broken = checkStorable(value, path)
  if (broken.length > 0) return broken
  if (nonEmpty && value === '') return [{ path, message: 'expected a text that is not empty' }]
  if (pattern === undefined || pattern.expression.test(value)) return []
  return [{ path, message: `expected ${pattern.expected}, found ${JSON.stringify(value)}` }]
}

function checkKey(name: string, { keys }: MapShape, path: Path): readonly DocumentProblem[] {
  if (keys === undefined || keys.expression.test(name)) return []
  return [{ path, message: `expected ${keys.expected}, found ${JSON.stringify(name)}`, atName: true }]
}

/** Postgres keeps neither this character nor half of another. */
function checkStorable(value: string, path: Path): readonly DocumentProblem[] {
  if (value.includes('\0')) return [{ path, message: 'expected a text without the character U+0000' }]
  return value.isWellFormed() ? [] : [{ path, message: 'expected well-formed Unicode' }]
}

/** YAML can say more than JSON. */
function checkJson(value: unknown, path: Path): readonly DocumentProblem[] {
  if (typeof value === 'string') return checkStorable(value, path)
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return []
  if (Array.isArray(value)) return value.flatMap((item, index) => checkJson(item, [...path, index]))
  if (!isObject(value)) return [{ path, message: 'expected a value that JSON has' }]
  return Object.entries(value).flatMap(([name, member]) => [
    ...checkStorable(name, path),
    ...checkJson(member, [...path, name]),
  ])
}

function checkChoice(value: string, { choices, open }: ChoiceShape, path: Path): readonly DocumentProblem[] {
  if (open || Object.hasOwn(choices, value)) return []
  const names = Object.keys(choices)
  const hint = suggestion(value, names) || `; expected one of ${names.join(', ')}`
  return [{ path, message: `there is no ${JSON.stringify(value)} here${hint}` }]
}

function checkNumber(value: unknown, { integer, above, min, max, orText }: NumberShape): boolean {
  if (typeof value === 'string') return orText === true && value !== ''
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  if (integer && (!Number.isInteger(value) || Math.abs(value) > MAX_INTEGER)) return false
  if (above !== undefined && value <= above) return false
  return (min === undefined || value >= min) && (max === undefined || value <= max)
}

/** Of Postgres. */
export const MAX_INTEGER = 2_147_483_647

function numberPhrase({ integer, above, min, max, orText }: NumberShape): string {
  if (min !== undefined && min === max) return String(min)
  const what = integer ? 'a whole number' : 'a number'
  if (above !== undefined) return `${what} above ${above}`
  if (min !== undefined && max !== undefined) return `${what} from ${min} to ${max}`
  return `${what}${min === undefined ? '' : `, ${min} or more`}${orText ? ', or a text' : ''}`
}

/** YAML reads some words as other values than texts. */
function textHint(value: unknown): string {
  if (value === null) return 'a text; leave the member out for none'
  const scalar = typeof value === 'boolean' || typeof value === 'number'
  return scalar ? `a text; put it in quotes: ${JSON.stringify(String(value))}` : 'a text'
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
