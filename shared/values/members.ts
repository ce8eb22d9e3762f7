import type { RuledField } from './reading.ts'

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

/** The members that are not undefined. */
export function present<T extends object>(members: T): Present<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>
}

/** A prop that counts something: a whole number of 0 or more; anything else reads as not set. */
export function countProp(field: Pick<RuledField, 'props'>, name: string): number | undefined {
  const value = field.props[name]
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}
