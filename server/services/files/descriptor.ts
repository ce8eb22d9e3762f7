import type { Problem } from '../../errors.ts'
import { escaped, isObject, problem } from '../../write/body.ts'
import { readFileName } from './file-name.ts'
import { fileSources } from './sources/index.ts'
import type { FileSource } from './sources/source.ts'

/** A file that a body gives to a record, wherever it comes from (specification, "File descriptors"). */
export interface Descriptor {
  readonly source: FileSource
  /** What the source read of it. */
  readonly own: unknown
  readonly name: string
  /** In bytes, as it was announced. */
  readonly size: number | null
  /** The member that announced it. */
  readonly sizeMember: '_fileSize' | '_filesize'
  /** Lower-case hex, as it was announced. */
  readonly md5: string | null
  /** Id of the storage area it is to go to; null: the default one. */
  readonly area: number | null
  readonly pointer: string
}

const COMMON = ['_type', '_filename', '_fileSize', '_filesize', '_md5', '_storagearea']

/** Reads one descriptor; null, and problems with pointers, where anything is wrong with it. */
export function readDescriptor(value: unknown, pointer: string, problems: Problem[]): Descriptor | null {
  const before = problems.length
  const source = isObject(value) && typeof value._type === 'string' ? fileSources.get(value._type) : undefined
  if (!isObject(value) || source === undefined) {
    const at = isObject(value) ? `${pointer}/_type` : pointer
    problems.push(problem(at, `expected the descriptor of a file, with a _type of ${fileSources.names.join(', ')}`))
    return null
  }
  const known = [...COMMON, ...source.members]
  for (const member of Object.keys(value)) {
    if (!known.includes(member))
      problems.push(problem(`${pointer}/${escaped(member)}`, `expected one of ${known.join(', ')}`))
  }
  const own = source.parse(value, pointer, problems)
  const sizeMember = value._fileSize === undefined && value._filesize !== undefined ? '_filesize' : '_fileSize'
  const size = readSize(value[sizeMember], `${pointer}/${sizeMember}`, problems)
  if (sizeMember === '_fileSize' && (value._filesize ?? size) !== size)
    problems.push(problem(`${pointer}/_filesize`, 'expected the same as _fileSize, or only one of them'))
  if (size === null && source.needsSize === true && problems.length === before)
    problems.push(problem(`${pointer}/_fileSize`, 'expected the size in bytes'))
  const md5 = readMd5(value._md5, `${pointer}/_md5`, problems)
  const area = readArea(value._storagearea, `${pointer}/_storagearea`, problems)
  const named = value._filename ?? (own === null ? undefined : source.nameOf?.(own))
  const name =
    named === undefined && own === null && source.nameOf !== undefined
      ? null
      : readFileName(named, `${pointer}/_filename`, problems)
  if (problems.length > before || own === null || name === null) return null
  return { source, own, name, size, sizeMember, md5, area, pointer }
}

function readSize(value: unknown, pointer: string, problems: Problem[]): number | null {
  if (value === undefined || value === null) return null
  if (isCount(value)) return value
  problems.push(problem(pointer, 'expected the size in bytes, as an integer'))
  return null
}

/** Reads an MD5 in hex; an empty one is none. */
export function readMd5(value: unknown, pointer: string, problems: Problem[]): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string' && /^[0-9a-f]{32}$/i.test(value)) return value.toLowerCase()
  problems.push(problem(pointer, 'expected an MD5 of 32 hex digits'))
  return null
}

function readArea(value: unknown, pointer: string, problems: Problem[]): number | null {
  if (value === undefined || value === null) return null
  if (isCount(value) && value > 0) return value
  problems.push(problem(pointer, 'expected the id of a storage area'))
  return null
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
