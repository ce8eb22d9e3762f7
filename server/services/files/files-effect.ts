import type { CatalogSource } from '../../catalog/load.ts'
import { mediaTypeRights } from '../../catalog/rights.ts'
import { AppError } from '../../errors.ts'
import type { Intent, Preparation, WriteEffect } from '../../write/effects.ts'
import type { WriteRequest } from '../../write/operations.ts'
import { snapshots } from '../../write/snapshot.ts'
import { AREAS_TYPE } from './areas-effect.ts'
import { dropFilesOf } from './file-rows.ts'
import { UploadCheck } from './lazy-uploads/upload-check.ts'
import { prepareFiles, type TakeIn } from './prepare-files.ts'
import { type FilesWrite, readFiles } from './read-files.ts'
import { writeFiles } from './write-files.ts'

export interface FilesEffectParts extends TakeIn {
  readonly catalogs: Pick<CatalogSource, 'current'>
}

/** What an operation does with its record's files, and which operation it is. */
interface Asked {
  readonly place: number
  readonly intent: Intent
  readonly files: FilesWrite | UploadCheck
}

/**
 * Files of records [API7]: they are copied before the transaction, and are in it no more than rows. Whatever the save
 * comes to, no object is left that nothing refers to.
 */
export function filesEffect(parts: FilesEffectParts): WriteEffect {
  return {
    concerns: ({ hasFile }) => hasFile,
    before: (intents, problems) => {
      const asked = intents.flatMap((intent, place): readonly Asked[] => {
        const given = intent.write?.files ?? null
        if (given === null) return []
        if (given.value instanceof UploadCheck) return [{ place, intent, files: given.value }]
        const mode = intent.operation === 'add' ? 'create' : 'update'
        const files = readFiles(given.value, given.pointer, mode, problems)
        return files === null ? [] : [{ place, intent, files }]
      })
      return asked.length === 0 ? null : (request) => begin(asked, request, parts)
    },
    settle: async (changes, { tx }) => {
      const byType = Map.groupBy(
        changes.filter(({ operation }) => operation === 'Removed'),
        ({ mediaType }) => mediaType,
      )
      for (const [mediaType, gone] of byType)
        await dropFilesOf(
          tx,
          mediaType,
          gone.map(({ id }) => id),
        )
    },
    committed: async () => parts.sweep(),
  }
}

async function begin(asked: readonly Asked[], request: WriteRequest, parts: FilesEffectParts): Promise<Preparation> {
  await refuseOthersRecords(asked, request, parts)
  const writes = asked.flatMap(({ files }) => (files instanceof UploadCheck ? [] : [files]))
  const checks = await Promise.all(asked.map(({ files }) => (files instanceof UploadCheck ? files.run() : null)))
  const who = { caller: request.caller ?? null, mayNameAreas: mayNameAreas(request, parts) }
  const prepared = await prepareFiles(writes, who, parts)
  return {
    write: async (ids, context) => {
      for (const [index, { place, intent, files }] of asked.entries()) {
        const id = ids[place] as number
        if (files instanceof UploadCheck) await checks[index]?.(intent.type, id, context)
        else await writeFiles(intent.type, id, intent.operation === 'add', files, prepared.placed, context)
      }
      await prepared.attached(context.tx)
    },
    undo: prepared.undo,
  }
}

/** Whoever has a file in an area, and may change its record, is told the area's credentials [API8]. */
function mayNameAreas({ rights }: WriteRequest, { catalogs }: FilesEffectParts): boolean {
  const areas = catalogs.current().mediaTypes.get(AREAS_TYPE)
  return areas !== undefined && mediaTypeRights(rights, areas).read
}

/** Nothing is fetched for a record that the caller may not change; the save itself asks once more. */
async function refuseOthersRecords(
  asked: readonly Asked[],
  { rights }: WriteRequest,
  { database, catalogs }: FilesEffectParts,
): Promise<void> {
  const catalog = catalogs.current()
  for (const { intent } of asked) {
    const { id, type, pointer } = intent
    if (id === null) continue
    const row = (await snapshots(database, type, [id], { catalog, rights })).get(id)
    const at = pointer === '' ? {} : { pointer }
    if (row === undefined)
      throw new AppError({ code: 'NOT_FOUND', ...at, detail: `there is no record of ${type.name} with id ${id}` })
    if (!row.writable)
      throw new AppError({ code: 'FORBIDDEN', ...at, detail: `you may not change this record of ${type.name}` })
  }
}
