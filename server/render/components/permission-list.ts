import type { EntityId } from '../../../shared/envelope.ts'
import type { PermissionListData, PermissionListSchema } from '../../../shared/permission-list.ts'
import type { MediaType } from '../../catalog/catalog.ts'
import type { ComponentContext } from '../context.ts'
import { readSourceTree } from '../source-tree.ts'
import type { ComponentMapper } from './component-mapper.ts'
import { textOption } from './configuration.ts'
import { fieldValue, textsOf } from './labels.ts'
import { type GroupItems, permissionRows } from './permission-rows.ts'

/** Whose permissions a page shows, by the component's option `owner`: records of this media type. */
const OWNERS = {
  user: { mediaType: 'users', type: 1 },
  group: { mediaType: 'groups', type: 2 },
  client: { mediaType: 'oauth_clients', type: 3 },
} as const
type OwnerKind = keyof typeof OWNERS

/** What a user, a group or a client is permitted: a matrix of all there is to permit. */
export const permissionList: ComponentMapper = {
  name: 'permissionList',
  hidden: (context) => context.item.kind !== 'records' || context.item.ids.length !== 1 || !maySee(context),
  schema,
  data,
  savable: (schema) => (schema as PermissionListSchema).canWrite,
}

/** Fields of permission records without which the matrix would tell what the caller is not to know. */
const TOLD = ['owner_type', 'owner_id', 'object_type', 'object_id', 'key', 'can_read', 'can_write', 'can_delete']

function maySee({ catalog, rightsOn }: ComponentContext): boolean {
  const type = catalog.mediaTypes.get('permissions')
  return type !== undefined && rightsOn(type).read && TOLD.every((name) => type.fields.has(name))
}

async function schema(context: ComponentContext): Promise<PermissionListSchema> {
  const { owner, kind } = await ownerOf(context)
  return {
    owner,
    // permissions are given by administrators alone
    canWrite: context.unrestricted,
    categories: [
      { key: 'mediaTypes', objectType: 2 },
      { key: 'sources', objectType: 1 },
      { key: 'fields', objectType: 3 },
      ...(kind === 'client' ? [] : [{ key: 'booleans' as const, objectType: 3 }]),
    ],
  }
}

async function data(context: ComponentContext): Promise<PermissionListData> {
  const { owner, kind, isAdministrator } = await ownerOf(context)
  const { permissions, catalog } = context
  const [own, groups, inventory, sources] = await Promise.all([
    permissions.own(kind, owner.id),
    kind === 'user' ? groupItems(context) : [],
    permissions.inventory(),
    sourcesOf(context),
  ])
  if (own === null) throw new Error(`the permission service knows no ${kind} ${owner.id}`)
  return {
    rows: permissionRows({ own: own.items, groups, inventory, sources, mediaTypes: catalog.mediaTypes }),
    etag: own.etag,
    isAdministrator,
  }
}

interface Owner {
  readonly kind: OwnerKind
  readonly owner: PermissionListSchema['owner']
  readonly isAdministrator: boolean
}

async function ownerOf(context: ComponentContext): Promise<Owner> {
  const kind = textOption(context.component, 'owner') as OwnerKind
  if (!Object.hasOwn(OWNERS, kind)) throw new Error('expected the option "owner" to be user, group or client')
  const { mediaType, type } = OWNERS[kind]
  if (context.type?.name !== mediaType) throw new Error(`the permissions of a ${kind} need a page of ${mediaType}`)
  const entity = (await context.records())?.entities[0]
  if (entity === undefined) throw new Error(`there is no such record of ${mediaType}`)
  const id = kind === 'client' ? String(entity.client_id) : entity._id
  return { kind, owner: { type, id }, isAdministrator: entity.is_administrator === true }
}

/** What the user's groups hold, by name. */
async function groupItems(context: ComponentContext): Promise<readonly GroupItems[]> {
  const entity = (await context.records())?.entities[0]
  const field = context.type?.fields.get('groups')
  const ids = entity === undefined || field === undefined ? [] : (fieldValue(entity, field) as readonly EntityId[])
  const names = await textsOf('groups', 'name', ids, context)
  const held = ids.map(async (id): Promise<GroupItems> => {
    const found = await context.permissions.own('group', id)
    return { label: names.get(id) ?? `#${id}`, items: found?.items ?? [] }
  })
  return (await Promise.all(held)).toSorted((a, b) => (a.label < b.label ? -1 : 1))
}

async function sourcesOf({ catalog, dataApi, rightsOn }: ComponentContext) {
  const type: MediaType | undefined = catalog.mediaTypes.get('sources')
  return type === undefined || !rightsOn(type).read ? [] : readSourceTree(dataApi)
}
