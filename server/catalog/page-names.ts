import { isObject } from '../../shared/json.ts'
import { renamedPlaceholders } from '../../shared/placeholders.ts'
import { isSystem, type NamesNow, ownNames, renamedFilter, renamedSort } from './filter-names.ts'
import { RELATED } from './related-lists.ts'

type Configuration = Readonly<Record<string, unknown>>

interface ComponentRow {
  readonly type: string
  readonly configuration: unknown
}

/** What the configuration of a list, a related list or a form names. */
export interface ConfiguredNames {
  readonly mediaType: string | null
  readonly fields: readonly string[]
  readonly pages: readonly string[]
}

/** Components whose configuration is known to name fields and pages. */
const KNOWN = ['list', 'form', ...RELATED, 'message', 'iframe']
/** Members with `{field}` in them, by component type. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = { message: ['title', 'text'], iframe: ['url'] }

/** Null for a component that is none of these. */
export function namesOfConfiguration(component: ComponentRow): ConfiguredNames | null {
  if (!KNOWN.includes(component.type)) return null
  const given: Configuration = isObject(component.configuration) ? component.configuration : {}
  const [fields, pages] = [new Set<string>(), new Set<string>()]
  renamedConfiguration(component, given, (name) => {
    fields.add(name)
    return name
  })
  renamedPages(given, (key) => {
    pages.add(key)
    return key
  })
  const { mediaType } = given
  return { mediaType: typeof mediaType === 'string' ? mediaType : null, fields: [...fields], pages: [...pages] }
}

type Rename = (name: string) => string | null

/** Members that are lists of names of fields. */
const FIELD_LISTS = ['columns', 'hidden', 'editable', 'create']
/** Members that are keys of pages. */
const PAGE_KEYS = ['editPageKey', 'rowPageKey']

/**
 * The configuration of a list or form with other names of fields, those of a related list being the rows'; null takes a
 * name out.
 *
 * @param related names of what the fields refer to, which filters and sorts hold too.
 */
export function renamedConfiguration(
  { type }: ComponentRow,
  given: Configuration,
  rename: Rename,
  related: NamesNow['related'] = ownNames(rename).related,
): Configuration {
  const all = { field: rename, related }
  if (!KNOWN.includes(type)) return given
  const names = (value: unknown): unknown =>
    Array.isArray(value) ? value.flatMap((name) => (typeof name === 'string' ? (rename(name) ?? []) : [name])) : value
  const members = Object.entries(given).map(([name, value]): readonly [string, unknown] => {
    if (typeof value === 'string' && TEMPLATES[type]?.includes(name))
      return [name, renamedPlaceholders(value, (field) => (isSystem(field) ? field : rename(field)))]
    if (FIELD_LISTS.includes(name) || (name === 'fields' && type === 'relatedForm')) return [name, names(value)]
    if (name === 'tabs' && Array.isArray(value)) {
      const tab = (each: unknown): unknown =>
        isObject(each) && 'fields' in each ? { ...each, fields: names(each.fields) } : each
      return [name, value.map(tab)]
    }
    if (name === 'links' && isObject(value)) return [name, renamedLinks(value, rename)]
    if (name === 'defaultSort' && typeof value === 'string') return [name, renamedSort(value, all)]
    if (name === 'filter' && typeof value === 'string') return [name, renamedFilter(value, all) ?? '']
    return [name, value]
  })
  return Object.fromEntries(members)
}

/** The same with other keys of pages; null takes the link out. */
export function renamedPages(given: Configuration, rename: Rename): Configuration {
  const members = Object.entries(given).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    if (PAGE_KEYS.includes(name) && typeof value === 'string' && value !== '') return entry(name, rename(value))
    if (name !== 'links' || !isObject(value)) return [[name, value]]
    const links = Object.entries(value).flatMap(([field, link]): readonly (readonly [string, unknown])[] => {
      if (typeof link === 'string') return entry(field, rename(link))
      if (!isObject(link) || typeof link.pageKey !== 'string') return [[field, link]]
      const pageKey = rename(link.pageKey)
      return pageKey === null ? [] : [[field, { ...link, pageKey }]]
    })
    return [[name, Object.fromEntries(links)]]
  })
  return Object.fromEntries(members)
}

function entry(name: string, value: string | null): readonly (readonly [string, unknown])[] {
  return value === null ? [] : [[name, value]]
}

function renamedLinks(links: Configuration, rename: Rename): Configuration {
  const entries = Object.entries(links).flatMap(([field, link]): readonly (readonly [string, unknown])[] => {
    const name = rename(field)
    const id = isObject(link) && typeof link.id === 'string' && !isSystem(link.id) ? rename(link.id) : undefined
    if (name === null || id === null) return []
    return [[name, isObject(link) && id !== undefined ? { ...link, id } : link]]
  })
  return Object.fromEntries(entries)
}
