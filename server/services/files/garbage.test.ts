import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeptSecrets } from '../../auth/index.ts'
import { serverFiles } from '../../runtime/server-files.ts'
import { areaSecrets } from './area-secrets.ts'
import { createStores } from './areas.ts'
import { announce, claimObjects, createSweep, giveUp, type Place } from './garbage.ts'
import type { Stores } from './sources/source.ts'
import { type FilesSite, inline, openFilesSite } from './test-files.ts'

let site: FilesSite
let secrets: KeptSecrets
beforeAll(async () => {
  site = await openFilesSite()
  secrets = await areaSecrets(site.context.database)
})
afterAll(() => site.close())

async function put(key: string): Promise<Place> {
  const path = join(site.folder, key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, key)
  return { area: 1, key }
}
const isThere = (key: string): Promise<boolean> =>
  stat(join(site.folder, key)).then(
    () => true,
    () => false,
  )
const listed = async (): Promise<readonly string[]> => {
  const rows = await site.context.database.read({
    text: 'select object_key from marquee_file_garbage order by object_key',
    values: [],
  })
  return rows.map(([key]) => key as string)
}
const failures: unknown[] = []
const sweepWith = (stores: Pick<Stores, 'area' | 'open'>) =>
  createSweep(site.context.database, stores as Stores, (_, error) => failures.push(error))
const stores = (): Stores =>
  createStores(site.context.database, serverFiles({ dataDir: dirname(site.folder) }), secrets)

describe('objects that nothing refers to', () => {
  it('[D4] are left alone while they may still be claimed, and removed once they may not', async () => {
    const { database } = site.context
    const [writing, claimed, refused] = [await put('w/1'), await put('c/2'), await put('r/3')]
    await announce(database, [writing, claimed, refused])
    await claimObjects(database, [claimed])
    await giveUp(database, [claimed, refused])
    const sweep = sweepWith(stores())
    expect(await sweep.run()).toBe(1)
    expect(await Promise.all(['w/1', 'c/2', 'r/3'].map(isThere))).toEqual([true, true, false])
    expect(await listed()).toEqual(['w/1'])
    // a day later nobody is writing it any more
    await sql`update marquee_file_garbage set due_at = due_at - interval '1 day'`.execute(database.kysely)
    expect(await sweep.run()).toBe(1)
    expect([await isThere('w/1'), await listed()]).toEqual([false, []])
  })

  it('[D4] stay on the list until their storage area is there again', async () => {
    const { database } = site.context
    const place = await put('later/4')
    await announce(database, [place])
    await giveUp(database, [place])
    const away = {
      area: stores().area,
      open: () => {
        throw new Error('away')
      },
    }
    expect(await sweepWith(away).run()).toBe(0)
    expect([failures.length, await listed(), await isThere('later/4')]).toEqual([1, ['later/4'], true])
    expect(await sweepWith(stores()).run()).toBe(0)
    await sql`update marquee_file_garbage set due_at = now() - interval '1 second'`.execute(database.kysely)
    expect(await sweepWith(stores()).run()).toBe(1)
    expect(await isThere('later/4')).toBe(false)
  })

  it('[D4] are never those of a record’s file, whatever the list says', async () => {
    const { database } = site.context
    const body = { images: [{ name: 'Kept', _links: { _files: [inline('kept.txt', 'kept')] } }] }
    const created = await site.ask('POST', '/images', { body })
    const [image] = created.body.images as unknown as { _url: string }[]
    await sql`insert into marquee_file_garbage (area, object_key, due_at)
      select area, object_key, now() - interval '1 day' from marquee_files`.execute(database.kysely)
    expect(await sweepWith(stores()).run()).toBe(0)
    expect((await site.ask('GET', image?._url as string)).text).toBe('kept')
  })

  it('[D4] are many, and all are removed', async () => {
    const { database } = site.context
    const places = await Promise.all(Array.from({ length: 120 }, (_, index) => put(`many/${index}`)))
    await announce(database, places)
    await giveUp(database, places)
    const sweep = sweepWith(stores())
    const [one, other] = await Promise.all([sweep.run(), sweep.run()])
    expect(one + other).toBe(120)
    expect((await site.objects()).filter((path) => path.startsWith('many'))).toEqual([])
  })
})
