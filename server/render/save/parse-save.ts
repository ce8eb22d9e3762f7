import { escaped, isObject } from '../../../shared/json.ts'
import type { PageComponent } from '../../catalog/catalog.ts'
import { AppError, MAX_PROBLEMS, type Problem } from '../../errors.ts'
import type { Item } from '../item.ts'
import { invalid } from './places.ts'

/** A page's save, its form checked: what the edits say is looked at by the components themselves. */
export interface ParsedSave {
  readonly edited: readonly EditedComponent[]
  /** Tag of the page's record; null: any version. */
  readonly etag: string | null
  /** Records are changed alike: several, or one that is what is left of several. */
  readonly bulk: boolean
}

export interface EditedComponent {
  readonly component: PageComponent
  /** Its edits; an object. */
  readonly data: unknown
  /** JSON pointer to them. */
  readonly pointer: string
}

const MEMBERS = ['components', 'etag', 'isBulkEdit']
/** No page has more components than this. */
const MAX_COMPONENTS = 500

/**
 * Reads the body of a page's save [R2].
 *
 * @param components those of the page that the caller sees and that can be saved, by key.
 * @throws {AppError} VALIDATION with the pointers of all that is wrong.
 */
export function parseSave(body: unknown, item: Item, components: ReadonlyMap<string, PageComponent>): ParsedSave {
  if (!isObject(body)) throw new AppError(invalid('', 'expected an object with the member "components"'))
  const problems: Problem[] = Object.keys(body)
    .filter((name) => !MEMBERS.includes(name))
    .slice(0, MAX_PROBLEMS)
    .map((name) => invalid(`/${escaped(name)}`, `expected only ${MEMBERS.join(', ')}`))
  const bulk = bulkOf(body.isBulkEdit, item, problems)
  const etag = tagOf(body.etag, item, bulk, problems)
  const edited = editedOf(body.components, components, problems)
  if (problems.length > 0) throw new AppError(problems)
  return { edited, etag, bulk }
}

function tagOf(etag: unknown, item: Item, bulk: boolean, problems: Problem[]): string | null {
  if (etag === undefined || etag === null) return null
  if (typeof etag !== 'string') problems.push(invalid('/etag', 'expected a tag'))
  else if (item.kind === 'new') problems.push(invalid('/etag', 'expected none: a new record has no tag yet'))
  else if (bulk) problems.push(invalid('/etag', 'expected none: in a bulk edit each record has a tag of its own'))
  else return etag
  return null
}

/** Of one record it is what the save says: many are saved in parts, of which the last may be a single one. */
function bulkOf(isBulkEdit: unknown, item: Item, problems: Problem[]): boolean {
  const count = item.kind === 'records' ? item.ids.length : 0
  if (isBulkEdit !== undefined && typeof isBulkEdit !== 'boolean')
    problems.push(invalid('/isBulkEdit', 'expected true or false'))
  else if (isBulkEdit === true && count === 0)
    problems.push(invalid('/isBulkEdit', 'expected false: only records that are there are changed alike'))
  else if (isBulkEdit === false && count > 1)
    problems.push(invalid('/isBulkEdit', 'expected true: the page shows several records'))
  return count > 1 || (count === 1 && isBulkEdit === true)
}

function editedOf(
  list: unknown,
  components: ReadonlyMap<string, PageComponent>,
  problems: Problem[],
): readonly EditedComponent[] {
  if (!Array.isArray(list)) {
    problems.push(invalid('/components', 'expected an array of components'))
    return []
  }
  if (list.length > MAX_COMPONENTS) {
    problems.push(invalid('/components', `expected at most ${MAX_COMPONENTS} components, not ${list.length}`))
    return []
  }
  const seen = new Set<string>()
  return list.flatMap((entry: unknown, index) =>
    editedComponent(entry, `/components/${index}`, components, seen, problems),
  )
}

function editedComponent(
  entry: unknown,
  pointer: string,
  components: ReadonlyMap<string, PageComponent>,
  seen: Set<string>,
  problems: Problem[],
): readonly EditedComponent[] {
  if (!isObject(entry)) {
    problems.push(invalid(pointer, 'expected an object with the members "key" and "data"'))
    return []
  }
  for (const name of Object.keys(entry)) {
    if (name !== 'key' && name !== 'data')
      problems.push(invalid(`${pointer}/${escaped(name)}`, 'expected only "key" and "data"'))
  }
  const { key, data } = entry
  const component = typeof key === 'string' ? components.get(key) : undefined
  if (typeof key !== 'string') problems.push(invalid(`${pointer}/key`, 'expected the key of a component'))
  else if (component === undefined) {
    problems.push(invalid(`${pointer}/key`, `the page has no component ${JSON.stringify(key)} that is saved with it`))
  } else if (seen.has(key)) {
    problems.push(invalid(`${pointer}/key`, `expected the component ${JSON.stringify(key)} once`))
  }
  if (!isObject(data)) problems.push(invalid(`${pointer}/data`, "expected an object, the component's edits"))
  if (typeof key === 'string') seen.add(key)
  return component === undefined ? [] : [{ component, data, pointer: `${pointer}/data` }]
}
