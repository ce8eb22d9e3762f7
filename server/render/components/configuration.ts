import type { PageComponent } from '../../catalog/catalog.ts'

/** A component's configuration is JSON that people write: what is not as expected reads as absent. */
export function textOption({ configuration }: PageComponent, name: string): string | undefined {
  const value = own(configuration, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function flagOption({ configuration }: PageComponent, name: string): boolean | undefined {
  const value = own(configuration, name)
  return typeof value === 'boolean' ? value : undefined
}

/** A whole number of 1 or more. */
export function countOption({ configuration }: PageComponent, name: string): number | undefined {
  const value = own(configuration, name)
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined
}

export function textsOption({ configuration }: PageComponent, name: string): readonly string[] | undefined {
  const value = own(configuration, name)
  return Array.isArray(value) ? texts(value) : undefined
}

/** Objects of a list. */
export function objectsOption(
  { configuration }: PageComponent,
  name: string,
): readonly Readonly<Record<string, unknown>>[] | undefined {
  const value = own(configuration, name)
  return Array.isArray(value) ? value.filter(isObject) : undefined
}

/** A member of an object that the configuration holds. */
export function entryOption({ configuration }: PageComponent, name: string, key: string): unknown {
  const value = own(configuration, name)
  return isObject(value) ? own(value, key) : undefined
}

export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Names like `constructor` are inherited by every object and mean nothing here. */
export function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
