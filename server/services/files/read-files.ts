import { MAX_PROBLEMS, type Problem } from '../../errors.ts'
import { isObject, problem } from '../../write/body.ts'
import { type Descriptor, readDescriptor } from './descriptor.ts'

/** What a body does with the files of a record. */
export interface FilesWrite {
  /** All that the record is to have afterwards, in this order; null: what it has stays, but for `removed`. */
  readonly order: readonly FileItem[] | null
  /** Files that come after those that are there. */
  readonly added: readonly Descriptor[]
  readonly removed: readonly KnownFile[]
  readonly pointer: string
}

export type FileItem = Descriptor | KnownFile

/** A file that the record has. */
export interface KnownFile {
  readonly id: number
  readonly pointer: string
}

const FORMS =
  'a list of descriptors, {"add": […], "remove": [ids]}, or {"operation": "Add", "Remove" or "Replace", "values": […]}'

/** Reads `_links._files` of a body; null, and problems, where anything is wrong with it. */
export function readFiles(
  value: unknown,
  pointer: string,
  mode: 'create' | 'update',
  problems: Problem[],
): FilesWrite | null {
  const before = problems.length
  const files = shaped(value, pointer, problems)
  if (files === null) return null
  if (mode === 'create') {
    for (const { pointer: at } of [...files.removed, ...(files.order ?? []).filter(isKnown)])
      problems.push(problem(at, 'expected the descriptor of a file: a new record has none yet'))
  }
  sameNames([...(files.order ?? []).filter(isNew), ...files.added], problems)
  return problems.length > before ? null : files
}

export function isKnown(item: FileItem): item is KnownFile {
  return 'id' in item
}

export function isNew(item: FileItem): item is Descriptor {
  return !isKnown(item)
}

/** The descriptors of a write, in their order. */
export function descriptorsOf({ order, added }: FilesWrite): readonly Descriptor[] {
  return [...(order ?? []).filter(isNew), ...added]
}

function shaped(value: unknown, pointer: string, problems: Problem[]): FilesWrite | null {
  const nothing: FilesWrite = { order: null, added: [], removed: [], pointer }
  const descriptors = (list: unknown, at: string) => each(list, at, problems, readDescriptor)
  const known = (list: unknown, at: string) => each(list, at, problems, readKnown)
  const items = (list: unknown, at: string) =>
    each(list, at, problems, (item, own): FileItem | null =>
      isObject(item) && typeof item._type === 'string'
        ? readDescriptor(item, own, problems)
        : readKnown(item, own, problems),
    )
  if (Array.isArray(value)) return { ...nothing, order: items(value, pointer) }
  if (isObject(value)) {
    const members = Object.keys(value)
    const only = (...allowed: string[]): boolean => members.every((member) => allowed.includes(member))
    if (members.length > 0 && only('add', 'remove')) {
      return {
        ...nothing,
        added: 'add' in value ? descriptors(value.add, `${pointer}/add`) : [],
        removed: 'remove' in value ? known(value.remove, `${pointer}/remove`) : [],
      }
    }
    const at = `${pointer}/values`
    if ('values' in value && only('operation', 'values')) {
      if (value.operation === 'Add') return { ...nothing, added: descriptors(value.values, at) }
      if (value.operation === 'Remove') return { ...nothing, removed: known(value.values, at) }
      if (value.operation === 'Replace' || value.operation === undefined)
        return { ...nothing, order: items(value.values, at) }
    }
  }
  problems.push(problem(pointer, `expected ${FORMS}`))
  return null
}

function each<T>(
  list: unknown,
  pointer: string,
  problems: Problem[],
  read: (item: unknown, pointer: string, problems: Problem[]) => T | null,
): readonly T[] {
  if (!Array.isArray(list)) {
    problems.push(problem(pointer, 'expected a list'))
    return []
  }
  return list.flatMap((item, index) => {
    if (problems.length >= MAX_PROBLEMS) return []
    return read(item, `${pointer}/${index}`, problems) ?? []
  })
}

function readKnown(value: unknown, pointer: string, problems: Problem[]): KnownFile | null {
  const id = isObject(value) ? value._id : value
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return { id, pointer }
  problems.push(problem(pointer, 'expected the id of a file of this record, or the descriptor of a new one'))
  return null
}

/** Files of a record are told apart by their names, whatever their case: some disks tell no case. */
function sameNames(descriptors: readonly Descriptor[], problems: Problem[]): void {
  const seen = new Set<string>()
  for (const { name, pointer } of descriptors) {
    const key = name.toLowerCase()
    if (seen.has(key)) problems.push(takenName(name, pointer))
    seen.add(key)
  }
}

export function takenName(name: string, pointer: string): Problem {
  return problem(`${pointer}/_filename`, `another file of this record is named ${JSON.stringify(name)}`)
}
