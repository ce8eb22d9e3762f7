import { sql } from 'kysely'
import { defineMediaTypes, hasMediaType } from '../catalog/define.ts'
import type { Database, Transaction } from '../db/database.ts'
import { filmRow, genreRows, type Vocabularies } from './film-rows.ts'
import { analyze, insertNamed, insertRows } from './insert.ts'
import { type Choices, inventFilm, inventStatus } from './invented-film.ts'
import { inventDistributors, inventPeople } from './invented-names.ts'
import { demoMediaTypes } from './media-types.ts'
import { defineDemoPages } from './pages.ts'
import { type Progress, progressMeter } from './progress.ts'
import { type Random, random } from './random.ts'
import { DEMO_TABLES } from './seed.ts'
import { seedVocabularies } from './seed-vocabularies.ts'
import { CREATIVE_TYPES, PARENT_COMPANIES, SOURCE_TREE } from './vocabulary.ts'
import { countVocabularies, vocabularyRowsOf } from './vocabulary-rows.ts'

const PEOPLE = 5000
const DISTRIBUTORS = 180
const BATCH = 2000

const RATINGS_BY_USE = ['R', 'PG-13', 'PG', 'Not Rated', 'G', 'NC-17']

const GENRES_BY_USE = [
  ...['Drama', 'Comedy', 'Action', 'Adventure', 'Thriller', 'Suspense', 'Horror', 'Romance'],
  ...['Musical', 'Documentary', 'Western', 'Black Comedy', 'Concert', 'Performance'],
]

/**
 * Adds invented films to the demo catalogue, for measurements: `count` films by 5,000 directors, with one to three
 * genres each. Makes the media types and pages when there are none. The same films come out of the same database;
 * what is there already is left as it is. All in one transaction.
 */
export async function scaleUp(database: Database, count: number, progress: Progress = () => {}): Promise<void> {
  const people = inventPeople(random(2), PEOPLE)
  const distributors = [...usualDistributors(), ...inventDistributors(random(1), DISTRIBUTORS)]
  const vocabularies = vocabularyRowsOf({
    distributors,
    creativeTypes: CREATIVE_TYPES,
    genres: GENRES_BY_USE,
    people,
  })
  const choices: Choices = {
    people,
    distributors,
    ratings: RATINGS_BY_USE,
    creativeTypes: CREATIVE_TYPES,
    sources: SOURCE_TREE.flatMap(({ children }) => children),
    genres: GENRES_BY_USE,
  }
  const isNew = !(await hasMediaType(database, 'movies'))
  const startOver = progressMeter(countVocabularies(vocabularies) + count, progress)
  await database.transaction(async (tx) => {
    const advance = startOver()
    if (isNew) {
      await defineMediaTypes(tx, demoMediaTypes)
      await defineDemoPages(tx)
    }
    const ids = await seedVocabularies(tx, vocabularies, advance)
    const first = (await lastFilm(tx)) + 1
    const dice = random(first)
    for (let number = first; number < first + count; number += BATCH) {
      const size = Math.min(BATCH, first + count - number)
      await insertBatch(tx, dice, choices, ids, { number, size })
      advance(size, 'films')
    }
  })
  await analyze(database.kysely, DEMO_TABLES)
}

async function insertBatch(
  { kysely }: Transaction,
  dice: Random,
  choices: Choices,
  ids: Vocabularies,
  { number, size }: { readonly number: number; readonly size: number },
): Promise<void> {
  const films = Array.from({ length: size }, (_, index) => inventFilm(dice, choices, number + index))
  const rows = films.map((film) => filmRow(film, inventStatus(dice), ids))
  const movies = await insertNamed(kysely, 'movies', 'slug', rows, () => {})
  await insertRows(kysely, 'movies_genres', genreRows(films, movies, ids.genres), () => {})
}

/** The greatest id there is, so that numbers in slugs are new whatever was deleted meanwhile. */
async function lastFilm({ kysely }: Transaction): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0)::integer as id from movies`.execute(kysely)
  return Number(rows[0]?.id)
}

function usualDistributors(): readonly string[] {
  return [...new Set(Object.values(PARENT_COMPANIES)), ...Object.keys(PARENT_COMPANIES)]
}
