import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { openPg } from '../../db/pg.ts'
import { openPglite } from '../../db/pglite.ts'
import { migratedDatabase } from '../../db/test-database.ts'
import { migratedPglite } from '../../db/test-pglite.ts'
import { AppError } from '../../errors.ts'
import type { Send } from '../transport.ts'
import { historyClient } from './client.ts'
import { createDelivery } from './delivery.ts'
import { createOutbox, type OutboxOptions } from './outbox.ts'
import { ADA, change, keptLog, openHistoryService, saveChanges } from './test-history.ts'

const databases: readonly (readonly [string, () => Promise<Database>])[] = [
  ['PGlite', async () => openPglite(await migratedPglite())],
  ['Postgres', async () => openPg(await migratedDatabase())],
]

describe.each(databases)('delivery to edit history on %s', (_name, open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await sql`truncate history_outbox, edit_history restart identity`.execute(database.kysely)
    await sql`update history_delivery set holder = null`.execute(database.kysely)
  })

  /** An instance whose way to the service `through` decides over. */
  function instance(through: (send: Send) => Send = (send) => send, options: OutboxOptions = {}) {
    const { app } = openHistoryService(database)
    const clock = { ms: 1_000_000 }
    const kept = keptLog()
    const batches: number[] = []
    const send: Send = async (request) => {
      const body = (await request.clone().json()) as { readonly _changes: readonly unknown[] }
      batches.push(body._changes.length)
      return app.fetch(request)
    }
    const outbox = createOutbox(database, options)
    const delivery = createDelivery({
      outbox,
      client: historyClient(through(send)),
      log: kept.log,
      now: () => clock.ms,
    })
    return { delivery, outbox, clock, batches, log: kept.lines }
  }
  const history = async (): Promise<readonly string[]> => {
    const rows = await database.read({
      text: "select media_type || ' ' || record_id || ' ' || version from edit_history order by media_type, record_id, sequence, id",
      values: [],
    })
    return rows.map(([text]) => text as string)
  }
  const number = async (text: string): Promise<number> => Number((await database.read({ text, values: [] }))[0]?.[0])
  const waiting = (): Promise<number> => number('select count(*)::text from history_outbox')
  const away: Send = async () => {
    throw new AppError({ code: 'DEPENDENCY_DOWN', detail: 'away' })
  }

  it('[EV1] takes an entry for each record of a save, with its author, to the service', async () => {
    const { delivery } = instance()
    const added = [{ relation: 'tags[film]', mediaType: 'tags', ids: [2] }]
    await saveChanges(database, [
      change(1, 2, {
        fields: { title: { old: 'a', new: 'b' }, maker: { old: 3, new: 4 }, 'tags[film]': { old: [1], new: [] } },
        added,
      }),
      change(2, 1, { operation: 'Added', fields: { title: { new: 'c' } } }),
    ])
    await delivery.run()
    expect(await waiting()).toBe(0)
    const { client } = openHistoryService(database)
    const page = await client.read({
      mediaType: 'films',
      id: 1,
      page: 0,
      limit: 5,
      readable: ['films', 'makers', 'tags'],
    })
    expect(page._entries).toEqual([
      {
        _eventId: expect.any(String),
        _sequence: 1,
        _version: 2,
        _operation: 'Changed',
        _at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        _user: { id: ADA.userId, name: ADA.name },
        _modifiedFields: {
          title: { old: 'a', new: 'b' },
          maker: { old: 3, new: 4, mediaType: 'makers' },
          'tags[film]': { old: [1], new: [], mediaType: 'tags' },
        },
        _addedRelations: added,
        _removedRelations: [],
      },
    ])
    expect(Math.abs(Date.parse(page._entries[0]?._at ?? '') - Date.now())).toBeLessThan(60_000)
    expect(await history()).toEqual(['films 1 2', 'films 2 1'])
  })

  it('[EV1] knows nothing of a save that was rolled back', async () => {
    const fault = new Error('on purpose')
    const save = saveChanges(database, [change(1, 2)], () => {
      throw fault
    })
    await expect(save).rejects.toBe(fault)
    expect(await waiting()).toBe(0)
  })

  it('[EV2] keeps everything while the service is away, pauses ever longer up to half a minute, and brings it later', async () => {
    let up = false
    const { delivery, clock, log, batches } = instance((send) => (request) => (up ? send(request) : away(request)))
    for (let version = 1; version <= 5; version += 1) await saveChanges(database, [change(1, version)])
    await delivery.run()
    await delivery.run()
    expect(log.filter(({ event }) => event === 'history waits')).toHaveLength(1)
    for (let round = 0; round < 12; round += 1) {
      clock.ms += 30_000
      await delivery.run()
    }
    const pauses = log.filter(({ event }) => event === 'history waits').map(({ pauseMs }) => pauseMs)
    expect(pauses.slice(0, 3)).toEqual([250, 500, 1000])
    expect(pauses.at(-1)).toBe(30_000)
    expect(await waiting()).toBe(5)
    up = true
    clock.ms += 30_000
    await delivery.run()
    expect([await waiting(), batches]).toEqual([0, [5]])
    // a success ends the pauses
    up = false
    await saveChanges(database, [change(1, 6)])
    await delivery.run()
    expect(log.at(-1)).toMatchObject({ event: 'history waits', pauseMs: 250 })
    up = true
    clock.ms += 250
    await delivery.run()
    expect(await history()).toEqual(Array.from({ length: 6 }, (_, index) => `films 1 ${index + 1}`))
  })

  it('[EV2] keeps nothing twice when an answer is lost or the outbox could not be cleared', async () => {
    let lost = 3
    const { delivery, clock } = instance((send) => async (request) => {
      const response = await send(request)
      if (lost-- > 0) return away(request)
      return response
    })
    await saveChanges(database, [change(1, 1), change(2, 1)])
    await saveChanges(database, [change(1, 2)])
    for (let round = 0; round < 4; round += 1) {
      await delivery.run()
      clock.ms += 30_000
    }
    expect(await history()).toEqual(['films 1 1', 'films 1 2', 'films 2 1'])
    expect(await waiting()).toBe(0)
  })

  it('[EV1] goes through a long queue block by block, blocks bounded in length as well', async () => {
    const short = instance(undefined, { blockSize: 4 })
    for (let id = 1; id <= 10; id += 1) await saveChanges(database, [change(id, 1)])
    await short.delivery.run()
    expect(short.batches).toEqual([4, 4, 2])
    const narrow = instance(undefined, { blockLength: 3000 })
    const fields = { title: { new: 'x'.repeat(1000) } }
    for (let id = 11; id <= 15; id += 1) await saveChanges(database, [change(id, 1, { fields })])
    await saveChanges(database, [change(16, 1, { fields: { title: { new: 'x'.repeat(5000) } } })])
    await narrow.delivery.run()
    expect(narrow.batches).toEqual([2, 2, 1, 1])
    expect([(await history()).length, await waiting()]).toEqual([16, 0])
  })

  it('takes back the room of what is gone, where the database does not', async () => {
    const { delivery } = instance(undefined, { blockSize: 50, vacuumAfter: 100 })
    const fields = { title: { new: 'x'.repeat(500) } }
    const many = Array.from({ length: 100 }, (_, index) => change(index + 1, 1, { fields }))
    const size = (): Promise<number> => number("select pg_relation_size('history_outbox')::text")
    await saveChanges(database, many)
    const full = await size()
    await delivery.run()
    expect([full > 50_000, await size()]).toEqual([true, 0])
  })

  it('sets an entry aside that the service refuses, brings the others, and tries it again after an hour', async () => {
    const { delivery, log } = instance()
    for (let id = 1; id <= 7; id += 1) await saveChanges(database, [change(id, 1)])
    await saveChanges(database, [change(5, 2, { added: [{ relation: '', mediaType: 'tags', ids: [1] }] })])
    await saveChanges(database, [change(5, 3)])
    await delivery.run()
    expect(await history()).toEqual([1, 2, 3, 4, 5, 5, 6, 7].map((id, at) => `films ${id} ${at === 5 ? 3 : 1}`))
    const [kept] = await database.read({ text: 'select record_id::text, failure from history_outbox', values: [] })
    expect(kept?.[0]).toBe('5')
    expect(kept?.[1]).toContain('/_changes/0/_addedRelations/0/relation')
    expect(log.filter(({ level }) => level === 'error')).toMatchObject([{ event: 'history entry set aside' }])
    await delivery.run()
    expect(log.filter(({ level }) => level === 'error')).toHaveLength(1)
    await sql`update history_outbox set failed_at = now() - interval '61 minutes',
      entry = jsonb_set(entry, '{_addedRelations,0,relation}', '"tags[film]"')`.execute(database.kysely)
    await delivery.run()
    expect([await waiting(), (await history()).filter((text) => text.startsWith('films 5'))]).toEqual([
      0,
      ['films 5 1', 'films 5 2', 'films 5 3'],
    ])
  })

  it.each([200, 201, 401, 403, 404, 429, 500, 502])(
    '[X30.b] [EV1] waits when the answer is %i, which says nothing of the entries',
    async (status) => {
      const { delivery, log } = instance(() => async () => new Response('no', { status }))
      await saveChanges(database, [change(1, 1)])
      await delivery.run()
      expect(log).toMatchObject([{ event: 'history waits' }])
      const [row] = await database.read({ text: 'select (failed_at is null)::text from history_outbox', values: [] })
      expect(row).toEqual(['true'])
    },
  )

  it('is done by one instance at a time, and by another one when that fell silent', async () => {
    const [first, second] = [instance(), instance()]
    await saveChanges(database, [change(1, 1)])
    const silent = crypto.randomUUID()
    expect((await first.outbox.take(silent)).entries).toHaveLength(1)
    await second.delivery.run()
    expect([second.batches, await waiting()]).toEqual([[], 1])
    await sql`update history_delivery set expires_at = now() - interval '1 second'`.execute(database.kysely)
    await second.delivery.run()
    expect([second.batches, await waiting()]).toEqual([[1], 0])
    const [row] = await database.read({ text: 'select holder::text from history_delivery', values: [] })
    expect(row).toEqual([null])
  })

  it('looks again when it is called meanwhile, writes nothing when nothing waits, and stops when told', async () => {
    let late: Promise<void> | undefined
    const { delivery, batches } = instance((send) => async (request) => {
      if (late === undefined) {
        late = (async () => {
          await saveChanges(database, [change(2, 1)])
          await delivery.run()
        })()
        await late
      }
      return send(request)
    })
    await saveChanges(database, [change(1, 1)])
    await delivery.run()
    expect([batches, await waiting()]).toEqual([[1, 1], 0])
    const state = 'select xmin::text from history_delivery'
    const before = await database.read({ text: state, values: [] })
    await delivery.run()
    expect(await database.read({ text: state, values: [] })).toEqual(before)
    delivery.stop()
    await saveChanges(database, [change(3, 1)])
    await delivery.run()
    expect(await waiting()).toBe(1)
  })

  it('[EV1] keeps the order of one record under concurrent saves, deliveries and instances', async () => {
    await sql`create table counted as select n::bigint as id, 0 as version from generate_series(1, 3) n`.execute(
      database.kysely,
    )
    const instances = [instance(undefined, { blockSize: 3 }), instance(undefined, { blockSize: 5 })]
    const save = (id: number): Promise<void> =>
      database.transaction(async (tx) => {
        const { rows } = await sql<{ version: number }>`
          update counted set version = version + 1 where id = ${id} returning version`.execute(tx.kysely)
        const version = Number(rows[0]?.version)
        await sql`insert into history_outbox (media_type, record_id, entry)
          values ('films', ${id}, ${JSON.stringify({ _version: version, _operation: 'Changed', _user: { id: null, name: 'x' } })})`.execute(
          tx.kysely,
        )
      })
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        await save((index % 3) + 1)
        await instances[index % 2]?.delivery.run()
      }),
    )
    await instances[0]?.delivery.run()
    expect(await waiting()).toBe(0)
    expect(await history()).toEqual(
      [1, 2, 3].flatMap((id) => Array.from({ length: 20 }, (_, n) => `films ${id} ${n + 1}`)),
    )
  })
})
