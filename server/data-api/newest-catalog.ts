import type { Catalog } from '../catalog/catalog.ts'
import type { CatalogSource } from '../catalog/load.ts'
import { type Rights, UNRESTRICTED } from '../catalog/rights.ts'
import { databaseErrorCode } from '../db/errors.ts'
import { AppError } from '../errors.ts'
import type { Aggregator } from '../query/aggregate/aggregate.ts'
import type { Exporter } from '../query/export.ts'
import type { Reader } from '../query/read.ts'
import type { Writer } from '../write/writer.ts'

/** No such table or column; of another type; a prepared statement whose result is another now. */
const OUTDATED = new Set(['42P01', '42703', '42804', '42883', '42846', '0A000'])

const isOutdated = (error: unknown): boolean => OUTDATED.has(databaseErrorCode(error)?.sqlstate ?? '')

/**
 * Does `work`, and does it once more where it failed because the metadata moved meanwhile, here or on another instance
 * [M5]. What it asks for may then be gone, which its caller is told as for any unknown name.
 *
 * @param work reads the catalog when it begins, and leaves nothing behind when it fails.
 * @param rights by which it is done.
 * @throws {AppError} DEPENDENCY_DOWN where the metadata moves once more.
 */
export async function onNewestCatalog<T>(
  catalogs: CatalogSource,
  work: () => Promise<T>,
  rights: Rights = UNRESTRICTED,
): Promise<T> {
  const { revision } = catalogs.current()
  try {
    return await work()
  } catch (error) {
    await requireNewer(error, revision, catalogs)
  }
  refuseOlderRights(rights, catalogs.current())
  try {
    return await work()
  } catch (error) {
    throw isOutdated(error) ? changing() : error
  }
}

/** Throws the error again unless a newer catalog explains it. */
async function requireNewer(error: unknown, revision: number, catalogs: CatalogSource): Promise<void> {
  if (!isOutdated(error)) throw error
  const newest = await catalogs.refresh()
  if (newest.revision === revision) throw error
}

/** Fields are hidden by their names: rights from before a rename would show what it is called now [P4]. */
function refuseOlderRights({ fields }: Rights, { mediaTypes }: Catalog): void {
  for (const [name, { hidden }] of fields ?? []) {
    const type = mediaTypes.get(name)
    if (type !== undefined && [...hidden].some((field) => !type.fields.has(field))) throw changing()
  }
}

function changing(): AppError {
  return new AppError(
    { code: 'DEPENDENCY_DOWN', detail: 'the metadata is being changed: try again' },
    { 'retry-after': '1' },
  )
}

interface Parts {
  readonly reader: Reader
  readonly writer: Writer
  readonly aggregator: Aggregator
  readonly exporter: Exporter
}

/** The same parts, which follow the metadata while requests are under way. */
export function onNewestCatalogs({ reader, writer, aggregator, exporter }: Parts, catalogs: CatalogSource): Parts {
  return {
    reader: {
      ...reader,
      read: (request, rights) => onNewestCatalog(catalogs, () => reader.read(request, rights), rights),
    },
    writer: {
      run: (operations, request) => onNewestCatalog(catalogs, () => writer.run(operations, request), request.rights),
      runOnce: (operations, request, key, answer) =>
        onNewestCatalog(catalogs, () => writer.runOnce(operations, request, key, answer), request.rights),
    },
    aggregator: {
      aggregate: (body, rights) => onNewestCatalog(catalogs, () => aggregator.aggregate(body, rights), rights),
    },
    exporter: {
      open: async (request, rights) => {
        const { revision } = catalogs.current()
        const first = await exporter.open(request, rights)
        return { ...first, chunks: () => begunAgain(first.chunks(), revision) }

        async function* begunAgain(chunks: ReturnType<typeof first.chunks>, known: number) {
          let begun = false
          try {
            for await (const chunk of chunks) {
              begun = true
              yield chunk
            }
            return
          } catch (error) {
            if (begun) throw error
            await requireNewer(error, known, catalogs)
            refuseOlderRights(rights, catalogs.current())
          }
          yield* (await exporter.open(request, rights)).chunks()
        }
      },
    },
  }
}
