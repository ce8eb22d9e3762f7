import { create, word } from '../http/client.ts'
import type { Credentials } from './browser.ts'

/** What a user may do with a media type beyond reading it. */
export interface Grant {
  readonly mediaType: string
  readonly write?: boolean
  readonly delete?: boolean
}

/** A user of this test's own who may read the given media types, and no more than that with the others. */
export async function someone(...grants: readonly Grant[]): Promise<Credentials> {
  const username = word().slice(0, 20)
  const password = word()
  const { _id } = await create('users', { username, name: `Someone ${username}`, password })
  for (const { mediaType, write = false, delete: remove = false } of grants) {
    await create('permissions', {
      owner_type: '1',
      owner_id: _id,
      object_type: '2',
      key: mediaType,
      can_read: true,
      can_write: write,
      can_delete: remove,
    })
  }
  return { username, password }
}
