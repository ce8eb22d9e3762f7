import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalog, MediaType } from '../catalog/catalog.ts'
import { identifier } from '../catalog/catalog.ts'
import { loadCatalog } from '../catalog/load.ts'
import type { Database } from '../db/database.ts'
import { migratedDatabase, openCopy } from '../db/test-database.ts'
import { loadFilms } from '../runtime/demo-films.ts'
import type { CleaningReport } from './cleaning-report.ts'
import { demoMediaTypes } from './media-types.ts'
import { seedDemo } from './seed.ts'

let database: Database
let catalog: Catalog
let report: CleaningReport | null
const steps: [done: number, total: number, what: string][] = []

beforeAll(async () => {
  database = openCopy(await migratedDatabase())
  report = await seedDemo(database, await loadFilms(), (...step) => steps.push(step))
  catalog = await loadCatalog(database)
}, 60_000)

afterAll(() => database.close())

async function column(text: string): Promise<readonly (string | null)[]> {
  const rows = await database.read({ text, values: [] })
  return rows.map(([value]) => value ?? null)
}

async function count(text: string): Promise<number> {
  const [value] = await column(`select count(*)::text from ${text}`)
  return Number(value)
}

describe('seedDemo', () => {
  it.each([
    ['movies', 3201],
    ['people', 550],
    ['distributors', 173],
    ['genres', 14],
    ['creative_types', 9],
    ['ratings', 7],
    ['sources', 24],
    ['movies_genres', 3343],
    ['import_notes', 191],
    ['import_notes where source_row is not null', 191],
    ['movies where notes is not null', 191],
    ['collections', 8],
    ['collection_movies', 169],
    ['movies where director is not null', 1870],
    ['movies where distributor is not null', 2968],
    ['movies where rating is not null', 2596],
    ['movies where source is not null', 2836],
    ['movies where creative_type is not null', 2755],
    ["movies where status = 'published'", 2924],
    ["movies where status = 'review'", 144],
    ["movies where status = 'draft'", 133],
    ['movies where worldwide_gross is null', 54],
    ['movies where us_gross = 0', 19],
    ['movies where release_date is null', 8],
    ["movies where release_date > '2012-01-01'", 0],
    ['distributors where parent is not null', 13],
  ])('inserts into %s: %i', async (rows, expected) => {
    expect(await count(rows)).toBe(expected)
  })

  it('has rows in each of the five kinds of relation', async () => {
    const declared = await column('select distinct kind from adm_relateds order by 1')
    expect(declared).toEqual(['link-object', 'many-to-many', 'many-to-one', 'one-to-many', 'one-to-one'])
    for (const mediaType of catalog.mediaTypes.values()) {
      // users and their groups are nobody's before somebody signs in
      if (mediaType.system && mediaType.name !== 'sources') continue
      for (const { via } of mediaType.relations.values()) {
        if (via.kind === 'column')
          expect(await count(`${mediaType.table} where ${via.column} is not null`)).toBeGreaterThan(0)
        if (via.kind === 'link') expect(await count(via.table)).toBeGreaterThan(0)
      }
    }
  })

  it('relates no two media types twice', () => {
    for (const mediaType of catalog.mediaTypes.values()) {
      const targets = [...mediaType.relations.values()].map(({ to }) => to).filter((to) => to !== mediaType.name)
      expect(new Set(targets).size).toBe(targets.length)
    }
  })

  it('keeps collections in order, from 10 to 30 films numbered from 1', async () => {
    const collections = await column(
      `select json_agg(position order by id)::text from collection_movies group by collection`,
    )
    for (const text of collections) {
      const positions: number[] = JSON.parse(text ?? '[]')
      expect(positions.length).toBeGreaterThanOrEqual(10)
      expect(positions.length).toBeLessThanOrEqual(30)
      expect(positions).toEqual(positions.map((_, index) => index + 1))
    }
    const [highest] = await column(`select movies.title || ': ' || note from collection_movies
      join movies on movies.id = movie join collections on collections.id = collection
      where collections.name = 'Highest grossing' and position = 1`)
    expect(highest).toBe('Avatar: $2,767,891,499 worldwide')
  })

  it('writes only values that their field types take', async () => {
    for (const document of demoMediaTypes) {
      const mediaType = catalog.mediaTypes.get(document.name) as MediaType
      for (const field of mediaType.fields.values()) {
        if (!field.stored) continue
        const name = identifier(field.column)
        const shown = field.type.placeholder === undefined ? (field.type.select?.(name) ?? name) : name
        const values = await column(
          `select to_json(${shown})::text from ${identifier(mediaType.table)} where ${name} is not null`,
        )
        for (const value of new Set(values)) {
          const reading = field.type.parseJson(JSON.parse(value ?? 'null'), field)
          expect(reading, `${mediaType.name}.${field.name}: ${value}`).toMatchObject({ ok: true })
        }
      }
    }
  })

  it('tells how far it is, never back, up to the end', () => {
    const total = steps[0]?.[1]
    expect(steps.every((step) => step[1] === total)).toBe(true)
    expect(steps.every((step, index) => step[0] > (steps[index - 1]?.[0] ?? 0))).toBe(true)
    expect(steps.at(-1)?.[0]).toBe(total)
  })

  it('reports what was cleaned, and does nothing a second time', async () => {
    expect(report?.films).toBe(3201)
    expect(await seedDemo(database, await loadFilms())).toBeNull()
    expect(await count('movies')).toBe(3201)
    expect(await count("adm_pages where not starts_with(page_key, 'adm_')")).toBe(20)
  })
})
