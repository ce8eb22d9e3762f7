import type { Envelope } from '../../shared/envelope.ts'
import type { Catalog, MediaType } from '../catalog/catalog.ts'
import { DataApiError, entitiesOf, type ReadQuery } from '../data-api/client.ts'
import { includeQuery, labelPlan } from './components/labels.ts'
import type { ItemRecords, RenderContext, RenderRequest } from './context.ts'
import type { Item } from './item.ts'

/** Builds what the components of one render share. Nothing is read before somebody asks for it, and then once. */
export function renderContext(
  { catalog, page, item, keepsHistory }: Pick<RenderContext, 'catalog' | 'page' | 'item' | 'keepsHistory'>,
  request: RenderRequest,
): RenderContext {
  const { dataApi, rightsOn, unrestricted, permissions } = request
  const type = page.mediaType === null ? undefined : catalog.mediaTypes.get(page.mediaType)
  const createFlags = new Map<string, boolean>()
  const note = (name: string, envelope: Envelope): boolean => {
    const flag = envelope._permissions?.can_create === true
    createFlags.set(name, flag)
    return flag
  }
  const readFlag = onceEach(async (name: string) => note(name, await dataApi.readList(name, SMALLEST)))
  const records = onceEach(async () => (type === undefined ? null : readRecords(type, item, catalog, request)))
  return {
    catalog,
    page,
    type,
    item,
    keepsHistory,
    rightsOn,
    dataApi,
    unrestricted,
    permissions,
    readList: async (of, query) => {
      const envelope = await dataApi.readList(of.name, query)
      note(of.name, envelope)
      return envelope
    },
    records: () => records(''),
    mayCreate: async (of) => rightsOn(of).create && (createFlags.get(of.name) ?? (await readFlag(of.name))),
  }
}

/** The smallest list that tells whether its caller may create. */
const SMALLEST: ReadQuery = { fields: 'id', pageSize: 1, hideMeta: 1, hideLinks: 1 }

async function readRecords(
  type: MediaType,
  item: Item,
  catalog: Catalog,
  { dataApi }: RenderRequest,
): Promise<ItemRecords | null> {
  if (item.kind !== 'records') return null
  const labels = labelPlan([...type.fields.values()], type, catalog)
  const query = { ...includeQuery(labels), hideMeta: 1, hideLinks: 1 }
  const [id, ...others] = item.ids
  const envelopes =
    id !== undefined && others.length === 0
      ? [await knownOrEmpty(dataApi.readOne(type.name, id, query))]
      : await dataApi.readMany(type.name, item.ids, query)
  const found = envelopes.flatMap((envelope) => entitiesOf(envelope, type.name))
  const byId = new Map(found.map((entity) => [entity._id, entity]))
  const entities = item.ids.flatMap((wanted) => byId.get(wanted) ?? [])
  return entities.length === item.ids.length ? { entities, envelopes } : null
}

/** The data API can be set to answer 404 for an unknown id in place of an empty entity [D3.o]. */
async function knownOrEmpty(read: Promise<Envelope>): Promise<Envelope> {
  return read.catch((error: unknown) => {
    if (error instanceof DataApiError && error.answeredStatus === 404) return { _linked: {} }
    throw error
  })
}

function onceEach<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (key) => {
    const known = made.get(key) ?? work(key)
    made.set(key, known)
    return known
  }
}
