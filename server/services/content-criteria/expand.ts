import { type DataApiClient, DataApiError, entitiesOf, type ReadQuery } from '../../data-api/client.ts'
import { AppError, type Problem } from '../../errors.ts'
import { CRITERIA_TYPE, type Expansion } from '../../query/content-criteria.ts'
import { CRITERIA_FIELDS, type Criteria, criteriaOfEntity, usedIn } from './criteria.ts'
import { endlessUse, type UsesOf } from './uses.ts'

/** What stands in a body at the place of a parameter of the data API. */
const POINTERS: Readonly<Record<string, string>> = { filter: '/_filter', sort: '/_sort' }

/**
 * Expands saved criteria by lists of the data API, read without restriction.
 *
 * @throws {AppError} NOT_FOUND for unknown criteria, VALIDATION for those that cannot be expanded as they are by now.
 */
export async function expandSaved(id: number, dataApi: DataApiClient): Promise<Expansion> {
  const criteria = (await read([id], dataApi)).get(id)
  if (criteria === undefined)
    throw new AppError({ code: 'NOT_FOUND', detail: `there are no content criteria with id ${id}` })
  await refuseEndless([id], dataApi, new Map([[id, usedIn(criteria.filter)]]))
  return expandCriteria(criteria, dataApi)
}

/** Expands an expression that need not be saved. What is wrong with it has a pointer into the body it came in. */
export async function expandUnsaved(criteria: Criteria, dataApi: DataApiClient): Promise<Expansion> {
  await refuseEndless(usedIn(criteria.filter), dataApi)
  return expandCriteria(criteria, dataApi)
}

async function refuseEndless(
  from: readonly number[],
  dataApi: DataApiClient,
  known?: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const usesOf: UsesOf = async (ids) => {
    const found = await read(ids, dataApi)
    return new Map([...found].map(([id, { filter }]) => [id, usedIn(filter)]))
  }
  const fault = await endlessUse(from, usesOf, known)
  if (fault !== null) throw new AppError({ code: 'VALIDATION', pointer: '/_filter', detail: fault })
}

async function read(ids: readonly number[], dataApi: DataApiClient): Promise<ReadonlyMap<number, Criteria>> {
  const query = { fields: CRITERIA_FIELDS, hideMeta: 1, hideLinks: 1 }
  const envelopes = await told(() => dataApi.readMany(CRITERIA_TYPE, ids, query))
  const entities = envelopes.flatMap((envelope) => entitiesOf(envelope, CRITERIA_TYPE))
  return new Map(entities.map((entity) => [entity._id, criteriaOfEntity(entity)]))
}

/** Highlights come first, as far as they are there, whatever the filter says; then what it finds. */
async function expandCriteria(criteria: Criteria, dataApi: DataApiClient): Promise<Expansion> {
  const { mediaType, filter, sort, limit, highlights } = criteria
  const find = (query: ReadQuery) => told(() => dataApi.readIds(mediaType, query))
  const [found, there] = await Promise.all([
    find({ filter: filter ?? undefined, sort: sort ?? undefined, limit: limit === 0 ? undefined : limit }),
    highlights.length === 0 ? [] : find({ filter: `id_$in(${highlights.join(',')})` }),
  ])
  if (highlights.length === 0) return { mediaType, ids: found }
  const known = new Set(there)
  const first = highlights.filter((id) => known.has(id))
  const ids = [...first, ...found.filter((id) => !known.has(id))]
  return { mediaType, ids: limit === 0 ? ids : ids.slice(0, limit) }
}

/** What the data API refuses is wrong with the criteria, unless it cannot be asked at all. */
async function told<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof DataApiError)) throw error
    const { answeredStatus: status, problems } = error
    if (status === 400 || status === 404) throw new AppError(problems.map(atPlace))
    throw status === 503
      ? error
      : new AppError({ code: 'DEPENDENCY_DOWN', detail: `the data API answered ${status}: ${error.message}` })
  }
}

function atPlace({ code, parameter, detail, meta }: Problem): Problem {
  const pointer = code === 'UNKNOWN_MEDIA_TYPE' ? '/_mediaType' : POINTERS[parameter ?? '']
  return {
    code: 'VALIDATION',
    detail,
    ...(pointer === undefined ? {} : { pointer }),
    ...(meta === undefined ? {} : { meta }),
  }
}
