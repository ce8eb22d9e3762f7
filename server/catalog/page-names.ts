import type { MetadataRows } from './build.ts'
import { isObject } from './metadata-problem.ts'

type ComponentRow = MetadataRows['components'][number]
type Configuration = Readonly<Record<string, unknown>>

/** What the configuration of a list or a form names. */
export interface ConfiguredNames {
  readonly mediaType: string | null
  readonly fields: readonly string[]
  readonly pages: readonly string[]
}

/** Components whose configuration is known to name fields. */
const KNOWN = ['list', 'form']
const SORT_KEY = /^(-?)(\w+)$/

/** Null for a component that is neither a list nor a form. */
export function namesOfConfiguration({ type, configuration }: ComponentRow): ConfiguredNames | null {
  if (!KNOWN.includes(type)) return null
  const given: Configuration = isObject(configuration) ? configuration : {}
  const fields = new Set<string>()
  renamedConfiguration(given, (name) => {
    fields.add(name)
    return name
  })
  const { mediaType, editPageKey, links } = given
  const linked = isObject(links) ? Object.values(links).map((link) => (isObject(link) ? link.pageKey : link)) : []
  const pages = [editPageKey, ...linked].filter((key) => typeof key === 'string' && key !== '')
  return { mediaType: typeof mediaType === 'string' ? mediaType : null, fields: [...fields], pages: pages as string[] }
}

/** The configuration of a list or form with other names of fields; null takes a name out. */
export function renamedConfiguration(given: Configuration, rename: (field: string) => string | null): Configuration {
  const names = (value: unknown): unknown =>
    Array.isArray(value) ? value.flatMap((name) => (typeof name === 'string' ? (rename(name) ?? []) : [name])) : value
  const members = Object.entries(given).map(([name, value]): readonly [string, unknown] => {
    if (name === 'columns' || name === 'hidden') return [name, names(value)]
    if (name === 'tabs' && Array.isArray(value))
      return [
        name,
        value.map((tab) => (isObject(tab) && 'fields' in tab ? { ...tab, fields: names(tab.fields) } : tab)),
      ]
    if (name === 'links' && isObject(value)) return [name, renamedLinks(value, rename)]
    if (name === 'defaultSort' && typeof value === 'string') return [name, renamedSort(value, rename)]
    return [name, value]
  })
  return Object.fromEntries(members)
}

function renamedLinks(links: Configuration, rename: (field: string) => string | null): Configuration {
  const entries = Object.entries(links).flatMap(([field, link]) => {
    const name = rename(field)
    const id = isObject(link) && typeof link.id === 'string' && !isSystem(link.id) ? rename(link.id) : undefined
    if (name === null || id === null) return []
    return [[name, isObject(link) && id !== undefined ? { ...link, id } : link] as const]
  })
  return Object.fromEntries(entries)
}

/** Every media type has these. */
function isSystem(name: string): boolean {
  return name === 'id' || name === '_id' || name === 'dateins'
}

function renamedSort(sort: string, rename: (field: string) => string | null): string {
  const keys = sort.split(',').flatMap((key) => {
    const [, minus, name] = SORT_KEY.exec(key.trim()) ?? []
    if (name === undefined || isSystem(name)) return [key]
    const other = rename(name)
    return other === null ? [] : [`${minus}${other}`]
  })
  return keys.join(',')
}
