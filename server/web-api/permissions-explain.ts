import { type Context, Hono } from 'hono'
import { rightsOfItems } from '../auth/index.ts'
import type { Catalog, MediaType } from '../catalog/catalog.ts'
import { mediaTypeRights, type Permission, type Rights, UNRESTRICTED } from '../catalog/rights.ts'
import { seenCatalog } from '../catalog/seen-catalog.ts'
import { entitiesOf } from '../data-api/client.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type AppEnv, type Caller, requireCaller } from '../http.ts'
import { mediaType } from '../query/bind.ts'
import type { PermissionClient } from '../services/permission/client.ts'
import type { Send } from '../services/transport.ts'
import { getOnly } from './get-only.ts'
import { type Grant, grantsOf } from './permission-grants.ts'
import { callerDataApi } from './render-request.ts'

export interface ExplainRoutes {
  readonly catalog: () => Catalog
  readonly database: Pick<Database, 'read'>
  readonly permissions: Pick<PermissionClient, 'items'>
  /** Reaches the data API. */
  readonly send: Send
}

const ACTIONS = {
  read: { permission: 'CanRead', right: 'read', block: null },
  create: { permission: 'CanCreate', right: 'write', block: 'blockCreate' },
  write: { permission: 'CanWrite', right: 'write', block: 'blockWrite' },
  delete: { permission: 'CanDelete', right: 'delete', block: 'blockDelete' },
} as const satisfies Record<
  string,
  { permission: Permission; right: 'read' | 'write' | 'delete'; block: keyof MediaType | null }
>
type Action = keyof typeof ACTIONS

const BLOCKS = { blockCreate: 'block_create', blockWrite: 'block_write', blockDelete: 'block_delete' } as const

/** One thing that allows or denies an action. */
export interface Reason {
  readonly kind: 'administrator' | 'block' | 'mediaType' | 'source' | 'record' | 'client' | 'token'
  readonly allows: boolean
  readonly detail: string
  /** Who holds the permission: `{kind: user | group | client, name}`, `source` where it is on one above the record's. */
  readonly by?: readonly Pick<Grant, 'kind' | 'name' | 'source'>[]
}

export interface Explanation {
  readonly mediaType: string
  readonly id: number | null
  readonly action: Action
  readonly allowed: boolean
  /** What the action needs where it is allowed, else None. */
  readonly permission: Permission
  readonly reasons: readonly Reason[]
}

/** `GET /api/v2/permissions/explain?mediaType&id&action`: why the caller may do something, or may not. */
export function explainRoutes(sources: ExplainRoutes): Hono<AppEnv> {
  const path = '/api/v2/permissions/explain'
  return new Hono<AppEnv>()
    .get(path, async (c) => c.json(await explain(c, sources), 200, { 'cache-control': 'no-store' }))
    .all(path, getOnly)
}

/** Whose rights are explained. */
interface Subject {
  readonly userId: number | null
  readonly clientId: string | null
  readonly readsOnly: boolean
  readonly rights: Rights
}

async function explain(c: Context<AppEnv>, sources: ExplainRoutes): Promise<Explanation> {
  const { mediaType: name, id: idText, action: actionText, userId, ...others } = c.req.query()
  const [other] = Object.keys(others)
  if (other !== undefined) throw wrong(other, 'expected mediaType, id, action and userId alone')
  if (name === undefined) throw wrong('mediaType', 'expected the name of a media type')
  const action = actionText as Action
  if (!Object.hasOwn(ACTIONS, actionText ?? ''))
    throw wrong('action', `expected one of ${Object.keys(ACTIONS).join(', ')}`)
  const id = idText === undefined ? null : idOf('id', idText)
  const type = mediaType(sources.catalog(), name)
  const subject = await subjectOf(requireCaller(c), userId, sources)
  const record = id === null || action === 'create' ? null : await recordOf(c, type, id, sources)
  const grants = await grantsOf(sources.database, { ...subject, mediaType: name, source: record?.source ?? null })
  const reasons = reasonsFor(action, type, { subject, id, record, grants })
  const allowed = reasons.every(({ allows }) => allows)
  const { permission } = ACTIONS[action]
  return { mediaType: name, id, action, allowed, permission: allowed ? permission : 'None', reasons }
}

async function subjectOf(caller: Caller, asked: string | undefined, sources: ExplainRoutes): Promise<Subject> {
  const { userId, clientId, rights } = caller
  if (asked === undefined) return { userId, clientId, rights, readsOnly: caller.readsOnly === true }
  const id = idOf('userId', asked)
  if (id !== userId && !rights.unrestricted) {
    throw new AppError({ code: 'FORBIDDEN', parameter: 'userId', detail: 'only administrators ask about others' })
  }
  const text = 'select is_administrator::text from users where id = $1'
  const [user] = await sources.database.read({ name: 'explained_user', text, values: [id] })
  if (user === undefined)
    throw new AppError({ code: 'NOT_FOUND', parameter: 'userId', detail: `there is no user ${id}` })
  const own = user[0] === 'true' ? UNRESTRICTED : await rightsOfItems(await sources.permissions.items({ user: id }))
  return { userId: id, clientId: null, readsOnly: false, rights: own }
}

interface SeenRecord {
  /** Null: it has none, or one that the caller is not to know of. */
  readonly source: number | null
}

/** The record as the caller reads it; null: it is not there, or hidden, which is the same [P3]. */
async function recordOf(
  c: Context<AppEnv>,
  type: MediaType,
  id: number,
  sources: ExplainRoutes,
): Promise<SeenRecord | null> {
  const { rights } = requireCaller(c)
  const seen = seenCatalog(sources.catalog(), rights).mediaTypes.get(type.name)
  const field = type.sourceField !== null && seen?.fields.has(type.sourceField) ? type.sourceField : null
  const readable = mediaTypeRights(rights, type).read || type.name === 'sources'
  if (!readable) return null
  const query = { fields: field ?? 'id', hideMeta: 1, hideLinks: 1 }
  const [entity] = (await callerDataApi(c, sources.send).readMany(type.name, [id], query)).flatMap((envelope) =>
    entitiesOf(envelope, type.name),
  )
  if (entity === undefined) return null
  const source = field === null ? null : entity._links?.[field]
  return { source: typeof source === 'number' ? source : null }
}

interface Case {
  readonly subject: Subject
  readonly id: number | null
  readonly record: SeenRecord | null
  readonly grants: readonly Grant[]
}

function reasonsFor(action: Action, type: MediaType, { subject, id, record, grants }: Case): readonly Reason[] {
  const { rights } = subject
  const { right, block } = ACTIONS[action]
  const reasons: Reason[] = []
  if (id !== null && action !== 'create' && record === null) {
    const detail = `there is no record of ${type.name} with id ${id} that can be read`
    return [{ kind: 'record', allows: false, detail }]
  }
  if (subject.readsOnly && action !== 'read') {
    reasons.push({ kind: 'token', allows: false, detail: 'the access token may be used for reading only' })
  }
  if (block !== null && type[block]) {
    reasons.push({
      kind: 'block',
      allows: false,
      detail: `${BLOCKS[block]} of ${type.name} withholds it from everybody`,
    })
  }
  if (rights.unrestricted) {
    return [
      ...reasons,
      { kind: 'administrator', allows: true, detail: 'administrators and services may do everything' },
    ]
  }
  // what cannot be read cannot be changed either
  const needed = action === 'create' || right === 'read' ? [right] : (['read', right] as const)
  for (const each of needed) reasons.push(...reasonsOf(each, type, id, { subject, record, grants }))
  return reasons
}

type Right = 'read' | 'write' | 'delete'

function reasonsOf(right: Right, type: MediaType, id: number | null, given: Omit<Case, 'id'>): readonly Reason[] {
  const { subject, record, grants } = given
  const { rights } = subject
  const ofType = grants.filter((grant) => grant.source === null && grant[right])
  const own = type.name === 'sources' && id !== null && right === 'read' && rights.sources?.read.includes(id) === true
  const onType = rights.mediaTypes.get(type.name)?.[right] === true || own
  const reasons: Reason[] = [told('mediaType', onType, right, `media type ${type.name}`, ofType, subject)]
  const source = record?.source ?? null
  if (type.sourceField === null || source === null) return reasons
  const onSource = rights.sources === null || rights.sources[right].includes(source)
  const above = grants.filter((grant) => grant.source !== null && grant[right])
  return [...reasons, told('source', onSource, right, `source ${source}`, above, subject)]
}

function told(
  kind: 'mediaType' | 'source',
  allows: boolean,
  right: Right,
  what: string,
  grants: readonly Grant[],
  { clientId }: Subject,
): Reason {
  const held = grants.filter((grant) => grant.kind !== 'client')
  const by = held.map(({ kind, name, source }) => ({ kind, name, source }))
  if (allows) return { kind, allows, detail: `${right} is permitted on ${what}`, by }
  if (held.length === 0) return { kind, allows, detail: `nothing permits ${right} on ${what}`, by }
  return { kind: 'client', allows, detail: `the client ${clientId} does not permit ${right} on ${what}`, by }
}

function idOf(parameter: string, text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw wrong(parameter, 'expected an id')
}

function wrong(parameter: string, detail: string): AppError {
  return new AppError({ code: 'PARAMETER', parameter, detail: `${parameter}: ${detail}` })
}
