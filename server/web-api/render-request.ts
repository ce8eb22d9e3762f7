import type { Context } from 'hono'
import { mediaTypeRights } from '../catalog/rights.ts'
import { seenCatalog } from '../catalog/seen-catalog.ts'
import { type DataApiClient, dataApiClient } from '../data-api/client.ts'
import type { DictionarySource } from '../dictionary/load.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import type { ListState, Permissions, RenderRequest } from '../render/context.ts'
import type { Send } from '../services/transport.ts'
import { languageOf } from './language-of.ts'

const LIST_STATE = ['page', 'pageSize', 'sort', 'filter'] as const

export interface RequestSources {
  /** Reaches the data API. */
  readonly send: Send
  readonly dictionaries: DictionarySource
  readonly permissions: Permissions
}

/** A page request as its address and its caller make it. */
export function renderRequest(
  c: Context<AppEnv>,
  { send, dictionaries, permissions }: RequestSources,
  pageKey: string,
  itemId: string | undefined,
): RenderRequest {
  const { rights, userId } = requireCaller(c)
  return {
    pageKey,
    itemId,
    previousPageKey: c.req.query('previousPageKey'),
    listState: listState(c),
    requestId: c.get('requestId'),
    language: languageOf(c, dictionaries.current()),
    userId,
    rightsOn: (type) => mediaTypeRights(rights, type),
    seen: (catalog) => seenCatalog(catalog, rights),
    dataApi: callerDataApi(c, send),
    unrestricted: rights.unrestricted,
    permissions,
  }
}

/** The data API on behalf of the request's caller. */
export function callerDataApi(c: Context<AppEnv>, send: Send): DataApiClient {
  return dataApiClient(send, {
    origin: new URL(c.req.url).origin,
    requestId: c.get('requestId'),
    authorization: c.req.header('authorization'),
    cookie: c.req.header('cookie'),
    originHeader: c.req.header('origin'),
  })
}

function listState(c: Context<AppEnv>): ListState {
  const given = LIST_STATE.flatMap((name) => {
    const text = c.req.query(name)
    return text === undefined || text === '' ? [] : [[name, text] as const]
  })
  return Object.fromEntries(given)
}
