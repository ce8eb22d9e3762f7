import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { migratedDatabase, openCopy } from '../db/test-database.ts'
import { inventFilm } from './invented-film.ts'
import { inventPeople } from './invented-names.ts'
import { random } from './random.ts'
import { scaleUp } from './scale.ts'

let database: Database

beforeAll(async () => {
  database = openCopy(await migratedDatabase())
}, 60_000)

afterAll(() => database.close())

async function numbers(text: string): Promise<readonly number[]> {
  const [row] = await database.read({ text, values: [] })
  return (row ?? []).map(Number)
}

describe('scaleUp', () => {
  it('adds as many films as it is asked for, with 5,000 people and up to three genres each', async () => {
    const steps: number[] = []
    let end = 0
    await scaleUp(database, 2500, (done, total) => {
      steps.push(done)
      end = total
    })
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(steps.at(-1)).toBe(end)
    expect(await numbers('select count(*)::text, count(distinct slug)::text from movies')).toEqual([2500, 2500])
    expect(await numbers('select count(*)::text, count(distinct name)::text from people')).toEqual([5000, 5000])
    const [films, least, most] = await numbers(`select count(*)::text, min(genres)::text, max(genres)::text
      from (select count(*) as genres from movies_genres group by movie) per_film`)
    expect([films, least, most]).toEqual([2500, 1, 3])
  }, 60_000)

  it('adds further ones, and no vocabulary twice', async () => {
    const vocabulary = `select (select count(*) from people)::text, (select count(*) from distributors)::text,
      (select count(*) from genres)::text, (select count(*) from sources)::text`
    const before = await numbers(vocabulary)
    await scaleUp(database, 100)
    expect(await numbers('select count(*)::text from movies')).toEqual([2600])
    expect(await numbers(vocabulary)).toEqual(before)
  }, 60_000)
})

describe('invented films', () => {
  const choices = {
    people: inventPeople(random(2), 50),
    distributors: ['MGM', 'Miramax'],
    ratings: ['R', 'PG'],
    creativeTypes: ['Fantasy'],
    sources: ['Remake'],
    genres: ['Drama', 'Comedy', 'Western'],
  }
  const films = (seed: number) => {
    const dice = random(seed)
    return Array.from({ length: 500 }, (_, index) => inventFilm(dice, choices, index))
  }

  it('are the same for the same seed and others for another', () => {
    expect(films(7)).toEqual(films(7))
    expect(films(7)).not.toEqual(films(8))
  })

  it('are plausible', () => {
    for (const film of films(7)) {
      expect(film.releaseDate).toMatch(new RegExp(`^${film.year}-(0[1-9]|1[0-2])-([01][0-9]|2[0-8])$`))
      expect(film.year).toBeGreaterThan(1929)
      expect(film.usGross ?? 0).toBeLessThanOrEqual(film.worldwideGross ?? 0)
      expect(film.runningTime ?? 100).toBeGreaterThan(45)
      expect(film.imdbRating ?? 5).toBeLessThan(10)
    }
  })
})

describe('random', () => {
  it('spreads evenly within its bounds', () => {
    const dice = random(1)
    const drawn = Array.from({ length: 10_000 }, () => dice.integer(1, 6))
    for (const face of [1, 2, 3, 4, 5, 6]) {
      const share = drawn.filter((value) => value === face).length / drawn.length
      expect(share).toBeGreaterThan(0.15)
      expect(share).toBeLessThan(0.185)
    }
  })

  it('refuses to pick from nothing', () => {
    expect(() => random(1).pick([])).toThrow(RangeError)
  })
})
