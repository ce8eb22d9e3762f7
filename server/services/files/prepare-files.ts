import { randomText } from '../../auth/base64url.ts'
import type { Transaction } from '../../db/database.ts'
import { AppError, type Problem } from '../../errors.ts'
import { problem } from '../../write/body.ts'
import { copyFile } from './copy-file.ts'
import type { Descriptor } from './descriptor.ts'
import { announce, giveUp, type Place } from './garbage.ts'
import { descriptorsOf, type FilesWrite } from './read-files.ts'
import type { OpenedFile, SourceContext } from './sources/source.ts'
import type { StorageArea } from './storage-area.ts'
import type { Placed } from './write-files.ts'

/** What taking files in needs. */
export interface TakeIn extends Omit<SourceContext, 'pointer' | 'name' | 'caller'> {
  /** Sets off the sweep, which nobody waits for. */
  readonly sweep: () => void
}

/** Who gives the files. */
export interface FilesCaller {
  /** As in `SourceContext`. */
  readonly caller: string | null
  /** They may read storage areas; to others there are none but the default [P3]. */
  readonly mayNameAreas: boolean
}

/** Bytes of an object's own folder: nobody guesses it. */
const KEY_BYTES = 16

export interface PreparedFiles {
  readonly placed: ReadonlyMap<Descriptor, Placed>
  /** In the transaction that attaches them. */
  readonly attached: (tx: Transaction) => Promise<void>
  readonly undo: () => Promise<void>
}

/**
 * Copies what the descriptors name into storage areas, one file after the other [API7.a].
 *
 * @throws {AppError} VALIDATION, UPLOAD_MISMATCH, TOO_LARGE, DEPENDENCY_DOWN, with pointers; then nothing is left.
 */
export async function prepareFiles(
  writes: readonly FilesWrite[],
  { caller, mayNameAreas }: FilesCaller,
  parts: TakeIn,
): Promise<PreparedFiles> {
  const descriptors = writes.flatMap(descriptorsOf)
  const areas = await areasOf(descriptors, mayNameAreas, parts)
  const placed = new Map<Descriptor, Placed>()
  const places: Place[] = []
  const opened: OpenedFile[] = []
  const undo = async (): Promise<void> => {
    await giveUp(parts.database, places)
    parts.sweep()
  }
  try {
    for (const descriptor of descriptors) {
      const { source, own, name, pointer } = descriptor
      const area = areas.get(descriptor) as StorageArea
      const file = await source.open(own, { ...parts, pointer, name, caller })
      if (file === null) {
        placed.set(descriptor, { area: area.id, key: null, copied: null })
        continue
      }
      const key = `${randomText(KEY_BYTES)}/${name}`
      await announce(parts.database, [{ area: area.id, key }])
      places.push({ area: area.id, key })
      const copied = await copyFile(descriptor, file, parts.stores.open(area), key, parts)
      opened.push(file)
      placed.set(descriptor, { area: area.id, key, copied })
    }
  } catch (error) {
    await undo()
    throw error
  }
  return {
    placed,
    attached: async (tx) => {
      for (const file of opened) await file.attached?.(tx)
    },
    undo,
  }
}

/** The area that each file goes to; where any is not to be had nothing is fetched. */
async function areasOf(
  descriptors: readonly Descriptor[],
  mayName: boolean,
  { stores }: Pick<TakeIn, 'stores'>,
): Promise<ReadonlyMap<Descriptor, StorageArea>> {
  const known = new Map<number | null, StorageArea | null>()
  const areas = new Map<Descriptor, StorageArea>()
  const problems: Problem[] = []
  for (const descriptor of descriptors) {
    const { area: id, pointer } = descriptor
    if (!known.has(id)) known.set(id, await (id === null ? stores.defaultArea() : mayName ? stores.area(id) : null))
    const area = known.get(id) ?? null
    if (area !== null) areas.set(descriptor, area)
    else if (id === null) problems.push(problem(`${pointer}/_storagearea`, NO_DEFAULT))
    else problems.push(problem(`${pointer}/_storagearea`, `there is no storage area ${id}`))
  }
  if (problems.length > 0) throw new AppError(problems)
  return areas
}

const NO_DEFAULT = 'expected the id of a storage area: none is the default one'
