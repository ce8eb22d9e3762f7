import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadCatalog } from '../catalog/load.ts'
import type { Database } from '../db/database.ts'
import { makeTypes, TypeMade } from './make-types.ts'
import { planImport } from './plan.ts'
import {
  counts,
  emptyImportDatabase,
  importContent,
  lines,
  NO_WISHES,
  openImportDatabase,
  select,
} from './test-import.ts'

let database: Database
beforeAll(async () => {
  database = await openImportDatabase()
})
afterEach(() => emptyImportDatabase(database))
afterAll(() => database.close())

/** How many films Postgres knows of when it plans. */
const known = () => select(database, "select reltuples::text from pg_class where oid = 'films'::regclass")

describe('an import beside another', () => {
  it('[M4] says so where the other one made the media type after both were planned', async () => {
    const facts = { ...{ name: 'title', present: 1, type: 'Text', samples: [], entries: 0 }, ...NOTHING_KNOWN }
    const plan = planImport([facts], { ...NO_WISHES, into: 'films' }, await loadCatalog(database))
    await makeTypes(database, plan)
    await expect(makeTypes(database, plan)).rejects.toThrow(new TypeMade('films'))
  })
})

const NOTHING_KNOWN = { distinct: null, nearly: null, styled: null }

describe('an import that was cut short', () => {
  it('[M4.b] goes on from the batch where it was cut short', async () => {
    const rows = Array.from({ length: 10 }, (_, n) => ({ title: `F${n % 4}`, n }))
    const content = `${lines(...rows)}\nbroken\n`
    const cut = {
      progress: (done: number) => {
        if (done >= 6) throw new Error('cut')
      },
    }
    await expect(importContent(database, content, { key: ['title'], more: cut })).rejects.toThrow('cut')
    expect(await select(database, 'select count(*)::text from films')).toEqual([['6']])
    const { begun, result, bad } = await importContent(database, content, { key: ['title'] })
    expect(begun).toMatchObject({ rows: 6, created: 6 })
    expect(counts({ result })).toEqual([10, 0, 0, 1])
    expect(bad).toHaveLength(1)
    expect(await select(database, "select string_agg(title || n, ' ' order by id) from films")).toEqual([
      ['F00 F11 F22 F33 F04 F15 F26 F37 F08 F19'],
    ])
    const again = await importContent(database, content, { key: ['title'] })
    expect(again.begun).toMatchObject({ rows: 0, created: 0 })
    expect(counts(again)).toEqual([0, 0, 10, 1])
  })

  it('[M4.b] does nothing twice where the last batch was written and not noted', async () => {
    const content = lines(...Array.from({ length: 7 }, (_, n) => ({ title: `F${n % 2}`, n })))
    const cut = {
      progress: (done: number) => {
        if (done >= 6) throw new Error('cut')
      },
    }
    await expect(importContent(database, content, { more: cut })).rejects.toThrow('cut')
    await select(database, 'update marquee_imports set rows_done = 3, created = 3')
    const { result } = await importContent(database, content)
    expect(counts({ result })).toEqual([4, 0, 3, 0])
    expect(await select(database, 'select count(*)::text from films')).toEqual([['7']])
  })

  it('[M4.b] tells Postgres at the end what there is, whichever run wrote it', async () => {
    const content = lines(...Array.from({ length: 6 }, (_, n) => ({ title: `F${n}` })))
    const cut = {
      progress: (done: number) => {
        if (done >= 6) throw new Error('cut')
      },
    }
    await expect(importContent(database, content, { more: cut })).rejects.toThrow('cut')
    expect(await known()).toEqual([['-1']])
    await importContent(database, content)
    expect(await known()).toEqual([['6']])
  })

  it('[M4] tells Postgres on the way as well what there is by then', async () => {
    const content = lines(...Array.from({ length: 1500 }, (_, n) => ({ title: `F${n}` })))
    const progress = (done: number) => {
      if (done === 1000) throw new Error('cut')
    }
    await importContent(database, lines({ title: 'before' }))
    await expect(importContent(database, content, { more: { batch: 500, progress } })).rejects.toThrow('cut')
    expect(await known()).toEqual([['1001']])
  })

  it('[M4.b] begins anew where that is asked', async () => {
    const content = lines({ title: 'A' }, { title: 'B' }, { title: 'C' }, { title: 'D' })
    const cut = {
      progress: () => {
        throw new Error('cut')
      },
    }
    await expect(importContent(database, content, { more: cut })).rejects.toThrow('cut')
    const { begun, result } = await importContent(database, content, { more: { restart: true } })
    expect(begun.rows).toBe(0)
    expect(counts({ result })).toEqual([1, 0, 3, 0])
  })

  it('[M4.b] stops where another process went on with it, before anything is written twice', async () => {
    const content = lines(...Array.from({ length: 9 }, (_, n) => ({ title: `F${n}` })))
    let other: Promise<unknown> = Promise.resolve()
    const race = {
      progress: (done: number) => {
        if (done === 3) other = importContent(database, content, { key: ['title'] })
      },
    }
    await expect(importContent(database, content, { key: ['title'], more: race })).rejects.toThrow(
      'another process began the same import',
    )
    await other
    expect(await select(database, 'select count(*)::text from films')).toEqual([['9']])
  })
})
