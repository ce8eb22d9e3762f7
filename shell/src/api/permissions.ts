import type { EntityId } from '../../../shared/envelope.ts'
import type { Marks, PermissionListSchema } from '../../../shared/permission-list.ts'
import { request } from './client.ts'

export interface PermissionItem extends Marks {
  readonly objectType: number
  readonly objectId: EntityId | null
  readonly key: string | null
}

/**
 * Makes the owner's own items these and no others.
 *
 * @param etag of the items as they were read; what was changed since is refused with 412.
 */
export async function savePermissions(
  { type, id }: PermissionListSchema['owner'],
  permissions: readonly PermissionItem[],
  etag: string | null,
): Promise<void> {
  await request('/permission/v1/authorization', {
    method: 'POST',
    body: { ownerId: id, ownerType: type, permissions },
    ...(etag === null ? {} : { headers: { 'if-match': etag } }),
  })
}
