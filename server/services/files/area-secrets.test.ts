import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { serverFiles } from '../../runtime/server-files.ts'
import { areaSecrets, sealAreaSecrets } from './area-secrets.ts'
import { createStores } from './areas.ts'
import { type FilesSite, openFilesSite } from './test-files.ts'

let site: FilesSite

beforeAll(async () => {
  site = await openFilesSite({ USE_EDIT_HISTORY_MICRO_SERVICE: 'true' })
})
afterAll(() => site.close())
afterEach(() => expect(site.failures).toEqual([]))

const BUCKET = { type: '1', path: 'media', username: 'key' }

async function area(name: string, more: object): Promise<number> {
  const body = { storage_areas: [{ ...BUCKET, name, ...more }] }
  const made = await site.ask('POST', '/storage_areas', { body })
  return (made.body.storage_areas as { _id: number }[])[0]?._id ?? 0
}

const change = (id: number, element: object) =>
  site.ask('PATCH', `/storage_areas/${id}`, { body: { storage_areas: [element] } })

async function stored(id: number): Promise<string | null | undefined> {
  const { kysely } = site.context.database
  return (await kysely.selectFrom('storage_areas').select('password').where('id', '=', id).executeTakeFirst())?.password
}

const opened = async (id: number) => {
  const { database } = site.context
  const stores = createStores(database, serverFiles({ dataDir: site.folder }), await areaSecrets(database))
  return (await stores.area(id))?.password
}

describe('the secret key of a storage area', () => {
  it('[X56] [SA:Password] [F2] is stored sealed, and opened for what signs with it', async () => {
    const id = await area('Sealed', { password: 'first-secret' })
    expect(await stored(id)).toMatch(/^sealed\.v1\.[\w-]{40,}$/)
    expect(await opened(id)).toBe('first-secret')
    expect((await change(id, { password: 'sealed.v1.second' })).status).toBe(200)
    expect(await opened(id)).toBe('sealed.v1.second')
    const sealed = await stored(id)
    expect((await change(id, { password: '********', name: 'Sealed on' })).status).toBe(200)
    expect(await stored(id)).toBe(sealed)
    expect((await change(id, { password: null })).status).toBe(200)
    expect([await stored(id), await opened(id)]).toEqual([null, null])
  })

  it('[SA:Password] stands in no other table, and in no answer about storage areas', async () => {
    const id = await area('Quiet', { password: 'quiet-secret' })
    await change(id, { password: 'quieter-secret' })
    const { kysely } = site.context.database
    const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(kysely)
    expect(tables.rows.length).toBeGreaterThan(30)
    for (const { name } of tables.rows) {
      const rows = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(kysely)
      expect([name, rows.rows.filter(({ text }) => /quiet(er)?-secret/.test(text))]).toEqual([name, []])
    }
    for (const query of ['', '?fields=password', `?filter=id_$eq_${id}`])
      expect((await site.ask('GET', `/storage_areas${query}`)).text).not.toMatch(/secret"|sealed\./)
    const csv = await site.ask('GET', '/storage_areas', { headers: { accept: 'text/csv' } })
    expect([csv.status, /quieter-secret|sealed\./.test(csv.text)]).toEqual([200, false])
  })

  it('[X56] [SA:Password] that was stored readably still serves, and is sealed at the next start', async () => {
    const id = await area('Old', {})
    const { database } = site.context
    await database.kysely.updateTable('storage_areas').set({ password: 'old-secret' }).where('id', '=', id).execute()
    expect(await opened(id)).toBe('old-secret')
    await sealAreaSecrets(database, await areaSecrets(database))
    const sealed = await stored(id)
    expect(sealed).toMatch(/^sealed\.v1\./)
    await sealAreaSecrets(database, await areaSecrets(database))
    expect([await stored(id), await opened(id)]).toEqual([sealed, 'old-secret'])
  })

  it('[SA:Password] that was damaged is asked for anew', async () => {
    const id = await area('Damaged', { password: 'a-secret' })
    const damaged = `${(await stored(id))?.slice(0, -4)}AAAA`
    const { kysely } = site.context.database
    await kysely.updateTable('storage_areas').set({ password: damaged }).where('id', '=', id).execute()
    await expect(opened(id)).rejects.toThrow('the secret key of the storage area "Damaged" cannot be read any more')
  })
})
