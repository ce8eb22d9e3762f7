import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { keepStatistics, STATISTICS } from './statistics.ts'
import { emptyPglite } from './test-pglite.ts'

let pglite: PGlite
let database: Database
const asked: string[] = []

async function open(idle: number): Promise<void> {
  const query = (text: string) => {
    asked.push(text)
    return pglite.query(text)
  }
  database = await openPglite(pglite, undefined, keepStatistics({ ...STATISTICS, idle, query }))
}

const analysed = () => asked.filter((text) => text.startsWith('analyze'))
const run = (text: string) => sql.raw<Record<string, string>>(text).execute(database.kysely)
/** The plan a session keeps for all values, as it does for its reference checks. */
const keptPlan = async () => {
  const { rows } = await run('explain execute look(7)')
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('statistics of the embedded database', () => {
  beforeEach(async () => {
    asked.length = 0
    pglite = await emptyPglite()
  })
  afterEach(() => database.close())

  it('follow what ordinary writes add, so that the plans a session keeps are made anew', async () => {
    await open(20)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    await run('create table kinds (id int primary key, name text)')
    await run('insert into kinds values (1, $$one$$)')
    await run('analyze kinds')
    await run('set plan_cache_mode = force_generic_plan')
    await run('prepare look(int) as select name from kinds where id = $1')
    expect(await keptPlan()).toContain('Seq Scan')
    for (let from = 2; from < 3000; from += 100) {
      await database.transaction(async (tx) => {
        await sql
          .raw(`insert into kinds select g, repeat('x', 100) from generate_series(${from}, ${from + 99}) g`)
          .execute(tx.kysely)
      })
    }
    await vi.waitFor(async () => expect(await keptPlan()).toContain('Index Scan'), { timeout: 10_000, interval: 100 })
    expect(analysed()).toContain('analyze kinds')
  })

  it('are made at the start of tables that have none', async () => {
    await pglite.exec('create schema more; create table more."Large one" as select g from generate_series(1, 5000) g')
    await pglite.exec('create table small as select 1 as a')
    await open(20)
    await vi.waitFor(() => expect(analysed()).toEqual(['analyze more."Large one"']))
  })

  it('are left alone by reads and by a few writes', async () => {
    await pglite.exec('create table notes (a int)')
    await open(20)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    await run('insert into notes select generate_series(1, 100)')
    for (let n = 0; n < 10; n++) await database.read({ text: 'select a::text from notes', values: [] })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(asked).toHaveLength(2)
    await run('insert into notes select generate_series(1, 200)')
    await vi.waitFor(() => expect(analysed()).toEqual(['analyze notes']))
  })

  it('wait until nobody asks for anything, and end with the database', async () => {
    await pglite.exec('create table busy as select g from generate_series(1, 5000) g')
    await open(300)
    for (let n = 0; n < 20; n++) {
      await database.read({ text: 'select 1::text', values: [] })
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    expect(asked).toEqual([])
    await database.close()
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(asked).toEqual([])
    pglite = await emptyPglite()
    await open(300)
  })
})
