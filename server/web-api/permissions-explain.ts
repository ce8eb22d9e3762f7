import { type Context, Hono } from 'hono'
import type {
  ExplainedAction,
  ExplainedRight,
  Explanation,
  PermissionHolder,
  Reason,
} from '../../shared/explanation.ts'
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
import { type Grant, type Grants, grantsOf } from './permission-grants.ts'
import { fieldReasons, seenField } from './permissions-explain-field.ts'
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
  ExplainedAction,
  { permission: Permission; right: ExplainedRight; block: keyof MediaType | null }
>
const BLOCKS = { blockCreate: 'block_create', blockWrite: 'block_write', blockDelete: 'block_delete' } as const

/** `GET /api/v2/permissions/explain?mediaType&id&action&field`: why the caller may do something, or may not. */
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
  const { mediaType: name, id: idText, action: actionText, field: fieldName, userId, ...others } = c.req.query()
  const [other] = Object.keys(others)
  if (other !== undefined) throw wrong(other, 'expected mediaType, id, action, field and userId alone')
  if (name === undefined) throw wrong('mediaType', 'expected the name of a media type')
  const action = actionText as ExplainedAction
  if (!Object.hasOwn(ACTIONS, actionText ?? ''))
    throw wrong('action', `expected one of ${Object.keys(ACTIONS).join(', ')}`)
  const id = idText === undefined ? null : idOf('id', idText)
  const type = mediaType(sources.catalog(), name)
  const subject = await subjectOf(requireCaller(c), userId, sources)
  const record = id === null || action === 'create' ? null : await recordOf(c, type, id, sources)
  const field = fieldName ?? null
  if (field !== null && action === 'delete') throw wrong('field', 'expected no field where a record is deleted')
  const about = field === null ? null : seenField(sources.catalog(), requireCaller(c).rights, type, field)
  const question = { ...subject, mediaType: name, source: record?.source ?? null, field }
  const held = await grantsOf(sources.database, question)
  const reasons = reasonsFor(action, type, { subject, id, record, held })
  if (about !== null)
    reasons.push(...fieldReasons(about, type, { action, rights: subject.rights, grants: held.grants }))
  const allowed = reasons.every(({ allows }) => allows)
  const permission = allowed ? ACTIONS[action].permission : 'None'
  const answer = { mediaType: name, id, field, action, allowed, permission, reasons, groups: held.groups } as const
  return requireCaller(c).rights.unrestricted ? answer : withoutIds(answer)
}

/** Ids lead to pages that only administrators open. */
function withoutIds(answer: Explanation): Explanation {
  const reasons = answer.reasons.map((reason) =>
    reason.by === undefined ? reason : { ...reason, by: reason.by.map(({ id: _, ...holder }) => holder) },
  )
  return { ...answer, reasons, groups: answer.groups.map(({ name }) => ({ name })) }
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
  const own = user[0] === 'true' ? UNRESTRICTED : await rightsOfItems(await sources.permissions.items({ user: id }), id)
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
  readonly held: Grants
}

function reasonsFor(action: ExplainedAction, type: MediaType, { subject, id, record, held }: Case): Reason[] {
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
  for (const each of needed) reasons.push(...reasonsOf(each, type, id, { subject, record, held }))
  return reasons
}

function reasonsOf(
  right: ExplainedRight,
  type: MediaType,
  id: number | null,
  given: Omit<Case, 'id'>,
): readonly Reason[] {
  const { subject, record, held } = given
  const grants = held.grants.filter(({ field }) => field === null)
  const { rights } = subject
  const ofType = grants.filter((grant) => grant.source === null && grant[right])
  const own = type.name === 'sources' && id !== null && right === 'read' && rights.sources?.read.includes(id) === true
  const onType = rights.mediaTypes.get(type.name)?.[right] === true || own
  const reasons: Reason[] = [told('mediaType', onType, right, `media type ${type.name}`, ofType, subject)]
  const source = record?.source ?? null
  if (type.sourceField === null || source === null) return reasons
  const onSource = rights.sources === null || rights.sources[right].includes(source)
  const above = grants.filter((grant) => grant.source !== null && grant[right])
  const reason = told('source', onSource, right, `source ${source}`, above, subject)
  return [...reasons, held.source === null ? reason : { ...reason, source: held.source }]
}

function told(
  kind: 'mediaType' | 'source',
  allows: boolean,
  right: ExplainedRight,
  what: string,
  grants: readonly Grant[],
  { clientId }: Subject,
): Reason {
  const held = grants.filter((grant) => grant.kind !== 'client')
  const by = held.map(holderOf)
  if (allows) return { kind, allows, right, detail: `${right} is permitted on ${what}`, by }
  if (held.length === 0) return { kind, allows, right, detail: `nothing permits ${right} on ${what}`, by }
  return { kind: 'client', allows, right, detail: `the client ${clientId} does not permit ${right} on ${what}`, by }
}

function holderOf({ kind, id, name, source }: Grant): PermissionHolder {
  return { kind, id, name, source }
}

function idOf(parameter: string, text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw wrong(parameter, 'expected an id')
}

function wrong(parameter: string, detail: string): AppError {
  return new AppError({ code: 'PARAMETER', parameter, detail: `${parameter}: ${detail}` })
}
