import type { MediaType } from '../../catalog/catalog.ts'
import { AppError, type Problem } from '../../errors.ts'
import type { ApplyContext } from '../../write/apply-links.ts'
import { problem } from '../../write/body.ts'
import type { Copied } from './copy-file.ts'
import type { Descriptor } from './descriptor.ts'
import { writtenExtension } from './file-name.ts'
import { addFiles, dropFiles, type FileOwner, type FileRow, filesOf, placeFiles } from './file-rows.ts'
import { type FileItem, type FilesWrite, isKnown, takenName } from './read-files.ts'

/** Where a descriptor's file went, or is to go: without a key its place is found when the record's id is known. */
export interface Placed {
  readonly area: number
  readonly key: string | null
  readonly copied: Copied | null
}

const SUFFIX_LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * Gives a record its files, as the body says, in the transaction of the save.
 *
 * @param isNew the record has none yet.
 * @throws {AppError} VALIDATION for files that the record has not, and for names that it has already.
 */
export async function writeFiles(
  type: MediaType,
  id: number,
  isNew: boolean,
  files: FilesWrite,
  placed: ReadonlyMap<Descriptor, Placed>,
  { tx, log }: ApplyContext,
): Promise<void> {
  const owner: FileOwner = { mediaType: type.name, id }
  const before = isNew ? [] : await filesOf(tx, owner, true)
  const items = itemsAfter(files, before)
  const known = new Map(before.map((row) => [row.id, row]))
  check(items, known, placed)
  const kept = new Set(items.filter(isKnown).map((item) => item.id))
  const suffix = before[0]?.suffix ?? newSuffix()
  const added = items.flatMap((item, position) => {
    if (isKnown(item)) return []
    const { area, key, copied } = placed.get(item) as Placed
    const { name, size, md5 } = item
    return [{ name, area, size, md5, copied, position, key: key ?? lazyKey(owner, suffix, name, items.length) }]
  })
  await dropFiles(
    tx,
    before.map((row) => row.id).filter((each) => !kept.has(each)),
  )
  await placeFiles(
    tx,
    items.flatMap((item, position) => (isKnown(item) ? [{ id: item.id, position }] : [])),
  )
  await addFiles(tx, owner, suffix, added)
  const names = items.map((item) => (isKnown(item) ? (known.get(item.id) as FileRow).name : item.name))
  const old = before.map((row) => row.name)
  // a file may be replaced by another of its name
  if (added.length > 0 || kept.size < before.length || names.join('/') !== old.join('/'))
    log.field(type, id, '_files', { old, new: names })
}

function itemsAfter({ order, added, removed }: FilesWrite, before: readonly FileRow[]): readonly FileItem[] {
  if (order !== null) return order
  const gone = new Set(removed.map(({ id }) => id))
  const unknown = removed.filter(({ id }) => !before.some((row) => row.id === id))
  if (unknown.length > 0) throw new AppError(unknown.map(noSuchFile))
  const stay = before.filter((row) => !gone.has(row.id)).map((row) => ({ id: row.id, pointer: '' }))
  return [...stay, ...added]
}

function check(
  items: readonly FileItem[],
  known: ReadonlyMap<number, FileRow>,
  placed: ReadonlyMap<Descriptor, Placed>,
): void {
  const problems: Problem[] = []
  const names = new Set<string>()
  const listed = new Set<number>()
  // files that the record has keep their names
  for (const item of items.filter(isKnown)) {
    const row = known.get(item.id)
    if (row === undefined) problems.push(noSuchFile(item))
    else if (listed.has(item.id)) problems.push(problem(item.pointer, `expected the file ${item.id} once`))
    else names.add(row.name.toLowerCase())
    listed.add(item.id)
  }
  for (const item of items) {
    if (isKnown(item)) continue
    if (names.has(item.name.toLowerCase())) problems.push(takenName(item.name, item.pointer))
    names.add(item.name.toLowerCase())
  }
  problems.push(...otherAreas(items, known, placed))
  if (problems.length > 0) throw new AppError(problems)
}

/** Whoever uploads by itself is told one storage area: all its files of a record go there [API8]. */
function otherAreas(
  items: readonly FileItem[],
  known: ReadonlyMap<number, FileRow>,
  placed: ReadonlyMap<Descriptor, Placed>,
): readonly Problem[] {
  const pending = items.flatMap((item): readonly { item: FileItem; area: number }[] => {
    const row = isKnown(item) ? known.get(item.id) : undefined
    if (isKnown(item)) return row?.state === 'pending' ? [{ item, area: row.area }] : []
    const { key, area } = placed.get(item) as Placed
    return key === null ? [{ item, area }] : []
  })
  const first = pending[0]?.area
  return pending
    .filter(({ item, area }) => area !== first && !isKnown(item))
    .map(({ item }) => problem(`${item.pointer}/_storagearea`, `expected ${first}, as of the other lazy files`))
}

function noSuchFile({ id, pointer }: { readonly id: number; readonly pointer: string }): Problem {
  return problem(pointer, `the record has no file ${id}`)
}

/** Lazy placement [UP6] [UP7]. */
function lazyKey({ id }: FileOwner, suffix: string, name: string, count: number): string {
  return count === 1 ? `${id}${suffix}${writtenExtension(name)}` : `${id}${suffix}/${name}`
}

/** Eight characters that nobody guesses, all of one case since some stores tell none. */
function newSuffix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return `_${[...bytes].map((byte) => SUFFIX_LETTERS[byte % SUFFIX_LETTERS.length]).join('')}`
}
