import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { openPg } from '../../server/db/pg.ts'
import { service } from '../harness/service.ts'
import { create, error, get, patch, send, word } from './client.ts'

const added: number[] = []
afterAll(async () => {
  for (const id of added) await send('DELETE', `/adm_mediatypes/${id}`, { query: 'confirmLoss=true' })
})

/** A media type of its own with a field of whole numbers; gives its name and the id of the field. */
async function newType(): Promise<{ readonly name: string; readonly field: number }> {
  const name = word().slice(0, 20)
  added.push((await create('adm_mediatypes', { name, label: name, label_plural: name }))._id)
  const { _id: field } = await create('adm_fields', { mediatype: name, name: 'size', label: 'Size', type: 'Integer' })
  await create(name, { size: 7 })
  return { name, field }
}

describe('a change of metadata whose table somebody reads for long, as a backup does', () => {
  const { databaseUrl } = service()

  /** Does the work while a transaction reads the table. */
  async function whileRead<T>(table: string, work: () => Promise<T>): Promise<T> {
    const database = openPg(databaseUrl as string, { connections: 1 })
    try {
      return await database.transaction(async (tx) => {
        await sql`select * from ${sql.table(table)}`.execute(tx.kysely)
        return work()
      })
    } finally {
      await database.close()
    }
  }

  it.skipIf(databaseUrl === null)(
    '[X56.b] [M1.c] [M5] lets others read on, and is done once that is over',
    async () => {
      const { name, field } = await newType()
      const { change, read } = await whileRead(name, async () => {
        const change = patch(`/adm_fields/${field}`, { adm_fields: [{ type: 'Text' }] })
        await new Promise((resolve) => setTimeout(resolve, 500))
        return { change, read: await get(`/${name}`) }
      })
      expect([read.status, (await change).status]).toEqual([200, 200])
      expect((await get(`/${name}`)).body[name]).toMatchObject([{ size: '7' }])
    },
    60_000,
  )

  it.skipIf(databaseUrl === null)(
    '[X56.b] [M1.c] [D1] says so where it does not end',
    async () => {
      const { name, field } = await newType()
      await whileRead(name, async () => {
        const answer = await patch(`/adm_fields/${field}`, { adm_fields: [{ type: 'Text' }] })
        expect(error(answer)).toMatchObject({ status: '503', code: 'DEPENDENCY_DOWN' })
        expect(error(answer).detail).toContain('in use for too long')
        expect(answer.headers.get('retry-after')).toBe('1')
      })
      expect((await get(`/${name}`)).body[name]).toMatchObject([{ size: 7 }])
    },
    60_000,
  )
})
