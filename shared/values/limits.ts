import { present } from './members.ts'
import type { RuledField } from './reading.ts'

/** The least and greatest value of a field, inclusive. */
export interface Limits<T> {
  readonly min?: T
  readonly max?: T
}

/** Reads the props `min` and `max`; what `read` does not understand reads as no limit. */
export function limitsOf<T>(field: Pick<RuledField, 'props'>, read: (prop: unknown) => T | null): Limits<T> {
  return present({ min: read(field.props.min) ?? undefined, max: read(field.props.max) ?? undefined }) as Limits<T>
}

/** `compare` orders as in Array.sort. */
export function within<T>(value: T, limits: Limits<T>, compare: (a: T, b: T) => number): boolean {
  return (
    (limits.min === undefined || compare(value, limits.min) >= 0) &&
    (limits.max === undefined || compare(value, limits.max) <= 0)
  )
}

/** @example phrase('a whole number', { min: 0, max: 100 }, String) // 'a whole number from 0 to 100' */
export function phrase<T>(what: string, { min, max }: Limits<T>, show: (value: T) => string): string {
  if (min !== undefined && max !== undefined) return `${what} from ${show(min)} to ${show(max)}`
  if (min !== undefined) return `${what}, ${show(min)} or more`
  if (max !== undefined) return `${what}, ${show(max)} or less`
  return what
}

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
export const byNumber = (a: number, b: number): number => a - b
