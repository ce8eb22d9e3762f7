import type { ErrorObject } from '../../../shared/envelope.ts'

export interface PlacedErrors {
  /** Each component's, with pointers from its data on. */
  readonly components: ReadonlyMap<string, readonly ErrorObject[]>
  readonly others: readonly ErrorObject[]
}

const OF_COMPONENT = /^\/components\/(\d+)\/data(?=\/|$)/

/** Gives each component of a save what its pointers blame it for. @param keys of the components, as they were sent. */
export function placeErrors(errors: readonly ErrorObject[], keys: readonly string[]): PlacedErrors {
  const components = new Map<string, ErrorObject[]>()
  const others: ErrorObject[] = []
  for (const error of errors) {
    const pointer = error.source?.pointer ?? ''
    const found = OF_COMPONENT.exec(pointer)
    const key = found?.[1] === undefined ? undefined : keys[Number(found[1])]
    if (found === null || key === undefined) others.push(error)
    else
      components.set(key, [
        ...(components.get(key) ?? []),
        { ...error, source: { ...error.source, pointer: pointer.slice(found[0].length) } },
      ])
  }
  return { components, others }
}
