import { createHash } from 'node:crypto'
import { service } from '../harness/service.ts'
import { create, list, send, word } from './client.ts'

/** A media type with files of this test's own, and how to drop it again. */
export interface FileType {
  readonly name: string
  readonly drop: () => Promise<void>
}

/** Makes a media type whose records have a name and files. */
export async function newFileType(): Promise<FileType> {
  await ensureArea()
  const name = word().slice(0, 20)
  const { _id } = await create('adm_mediatypes', { name, label: 'Clip', label_plural: 'Clips', has_file: true })
  const ids = [await create('adm_fields', { mediatype: name, name: 'name', label: 'Name' })]
  return {
    name,
    drop: async () => {
      for (const field of ids) await send('DELETE', `/adm_fields/${field._id}`, { query: 'confirmLoss=true' })
      await send('DELETE', `/adm_mediatypes/${_id}`, { query: 'confirmLoss=true' })
    },
  }
}

/** A Worker has no disk for the storage area that its database was made with. */
export async function ensureArea(): Promise<void> {
  if (service().runtime !== 'workerd' || (await list('storage_areas', 'filter=name_$eq_R2')).length > 0) return
  await create('storage_areas', {
    name: 'R2',
    type: '1',
    path: 'marquee-files',
    endpoint: 'r2:FILES',
    is_default: true,
  })
}

export const md5Of = (bytes: Uint8Array | string): string => createHash('md5').update(bytes).digest('hex')
