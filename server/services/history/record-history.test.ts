import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Change } from '../../write/changes.ts'
import type { HistoryClient } from './client.ts'
import { createDelivery } from './delivery.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { changedSince, entriesAfter, entriesBetween, type RecordKey, type VersionedRecord } from './record-history.ts'
import { change, keptLog, openHistoryDatabase, openHistoryService, saveChanges } from './test-history.ts'

let database: Database
let client: HistoryClient
let outbox: Outbox
let deliver: () => Promise<void>
beforeAll(async () => {
  database = await openHistoryDatabase()
  client = openHistoryService(database).client
  outbox = createOutbox(database)
  deliver = createDelivery({ outbox, client, log: keptLog().log }).run
})
afterAll(() => database.close())

const READABLE = ['films', 'makers', 'tags']
const title = (version: number, more: Partial<Change> = {}): Partial<Change> => {
  return { fields: { title: { old: `t${version - 1}`, new: `t${version}` } }, ...more }
}

/** A record with versions 2 to `last`, of which those up to `delivered` have arrived. */
async function record(id: number, last: number, delivered: number): Promise<RecordKey> {
  for (let version = 2; version <= last; version += 1) {
    await saveChanges(database, [change(id, version, title(version))])
    if (version === delivered) await deliver()
  }
  return { mediaType: 'films', id }
}

async function versionsAfter(record: RecordKey, version: number, more: Partial<VersionedRecord> = {}) {
  const entries = await entriesAfter({ ...record, isOrdered: true, ...more }, version, READABLE, { client, outbox })
  return entries?.map(({ _version }) => _version) ?? null
}

describe('what happened after a version', () => {
  it('is told in order, from the service and from what has not arrived yet', async () => {
    const film = await record(1, 6, 4)
    expect(await versionsAfter(film, 5)).toEqual([6])
    expect(await versionsAfter(film, 3)).toEqual([4, 5, 6])
    expect(await versionsAfter(film, 6)).toEqual([])
    await deliver()
    expect(await versionsAfter(film, 3)).toEqual([4, 5, 6])
  })

  it('goes back to the state before the first entry and no farther', async () => {
    const film = await record(2, 4, 4)
    expect(await versionsAfter(film, 1)).toEqual([2, 3, 4])
    expect(await versionsAfter(film, 0)).toBeNull()
    expect(await versionsAfter(film, 9)).toBeNull()
    expect(await versionsAfter({ mediaType: 'films', id: 999 }, 1)).toBeNull()
  })

  it('knows versions between two entries, and the one that is now, of records whose versions grow', async () => {
    for (const version of [2, 4, 7]) await saveChanges(database, [change(8, version, title(version))])
    const film = { mediaType: 'films', id: 8 }
    expect(await versionsAfter(film, 5)).toEqual([7])
    expect(await versionsAfter(film, 3)).toEqual([4, 7])
    expect(await versionsAfter(film, 8)).toBeNull()
    expect(await versionsAfter(film, 8, { current: 8 })).toEqual([])
    const marks = { isOrdered: false }
    expect([await versionsAfter(film, 5, marks), await versionsAfter(film, 4, marks)]).toEqual([null, [7]])
  })

  it('is told between two versions in both directions', async () => {
    const film = { mediaType: 'films', id: 8, isOrdered: true, current: 9 }
    const between = async (from: number, to: number | null) => {
      const found = await entriesBetween(film, from, to, READABLE, { client, outbox })
      return 'unknown' in found ? found.unknown : [found.entries.map(({ _version }) => _version), found.isReversed]
    }
    expect(await between(2, 5)).toEqual([[4], false])
    expect(await between(5, 2)).toEqual([[4], true])
    expect(await between(5, 6)).toEqual([[], false])
    expect(await between(1, null)).toEqual([[2, 4, 7], false])
    expect(await between(9, 4)).toEqual([[7], true])
    expect([await between(2, 8), await between(0, 7)]).toEqual(['to', 'from'])
  })

  it('counts an old entry that could not be delivered in its place', async () => {
    const film = await record(3, 3, 0)
    await sql`update history_outbox set failed_at = now() where entry ->> '_version' = '2'`.execute(database.kysely)
    await deliver()
    await saveChanges(database, [change(3, 4, title(4))])
    await deliver()
    expect(await versionsAfter(film, 2)).toEqual([3, 4])
    expect(await versionsAfter(film, 1)).toEqual([2, 3, 4])
    await sql`delete from history_outbox`.execute(database.kysely)
  })

  it('reads over several pages', async () => {
    const changes = Array.from({ length: 1300 }, (_, index) => change(4, index + 1, title(index + 1)))
    await saveChanges(database, changes)
    await deliver()
    expect(await versionsAfter({ mediaType: 'films', id: 4 }, 20)).toHaveLength(1280)
    expect(await versionsAfter({ mediaType: 'films', id: 4 }, 1299)).toEqual([1300])
  })

  it('takes the version before a removal for what the record was last', async () => {
    await saveChanges(database, [change(5, 2, title(2))])
    await saveChanges(database, [change(5, 2, { operation: 'Removed', fields: { title: { old: 't2' } } })])
    expect(await versionsAfter({ mediaType: 'films', id: 5 }, 2)).toEqual([2])
    expect(await versionsAfter({ mediaType: 'films', id: 5 }, 1)).toEqual([2, 2])
  })

  it('leaves out references to types that may not be told of, in what waits as well', async () => {
    const fields = { maker: { old: 1, new: 2 }, title: { old: 'a', new: 'b' } }
    const tags = { relation: 'tags[film]', mediaType: 'tags', ids: [1] }
    await saveChanges(database, [change(6, 2, { fields, added: [tags], removed: [tags] })])
    for (const round of ['waiting', 'delivered']) {
      const [entry] =
        (await entriesAfter({ mediaType: 'films', id: 6, isOrdered: true }, 1, ['films'], { client, outbox })) ?? []
      expect([
        round,
        Object.keys(entry?._modifiedFields ?? {}),
        entry?._addedRelations,
        entry?._removedRelations,
      ]).toEqual([round, ['title'], [], []])
      await deliver()
    }
  })
})

describe('[D3.z] what is no longer as the caller had read it', () => {
  const since = (id: number, version: number, through: Pick<HistoryClient, 'read'> = client) =>
    changedSince({ mediaType: 'films', id, isOrdered: true }, version, READABLE, { client: through, outbox })

  it('[D3.z] is the names of fields and relations, delivered or not', async () => {
    await saveChanges(database, [change(7, 2, { fields: { year: { old: 1, new: 2 }, title: { old: 'a', new: 'b' } } })])
    await deliver()
    const tags = { relation: 'tags[film]', mediaType: 'tags', ids: [1] }
    await saveChanges(database, [change(7, 3, { fields: { year: { old: 2, new: 1 } }, added: [tags] })])
    expect(await since(7, 1)).toEqual(['title', 'tags[film]'])
    expect(await since(7, 2)).toEqual(['year', 'tags[film]'])
    expect(await since(7, 3)).toEqual([])
  })

  it('[D3.z] is not known of versions before the history, nor while it is away or slow', async () => {
    expect(await since(7, 0)).toBeNull()
    const away = new AppError({ code: 'DEPENDENCY_DOWN', detail: 'away' })
    expect(await since(7, 1, { read: async () => Promise.reject(away) })).toBeNull()
    const start = performance.now()
    expect(await since(7, 1, { read: () => new Promise(() => undefined) })).toBeNull()
    expect(performance.now() - start).toBeLessThan(3000)
  })
})
