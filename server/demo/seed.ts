import { defineMediaTypes, hasMediaType } from '../catalog/define.ts'
import type { Database, Transaction } from '../db/database.ts'
import { type CleanFilm, cleanFilms } from './clean.ts'
import type { CleaningReport } from './cleaning-report.ts'
import { type DemoCollection, demoCollections } from './collections.ts'
import { filmRow, genreRows, idOf, type Vocabularies } from './film-rows.ts'
import { editorsNote, importNoteRows, statusOf } from './import-note-rows.ts'
import { type Advance, analyze, insertNamed, insertRows } from './insert.ts'
import { demoMediaTypes } from './media-types.ts'
import { defineDemoPages, demoPages } from './pages.ts'
import { type Progress, progressMeter } from './progress.ts'
import type { RawFilm } from './raw-film.ts'
import { seedVocabularies } from './seed-vocabularies.ts'
import { countVocabularies, type VocabularyRows, vocabularyRows } from './vocabulary-rows.ts'

export const DEMO_TABLES = [...demoMediaTypes.map(({ name }) => name), 'movies_genres', 'sources']

/**
 * Makes the demo catalogue of the films of vega-datasets, all of it in one transaction.
 *
 * @returns what was found and corrected in the data; null when the catalogue is there already.
 */
export async function seedDemo(
  database: Database,
  rows: readonly RawFilm[],
  progress: Progress = () => {},
): Promise<CleaningReport | null> {
  if (await hasMediaType(database, 'movies')) return null
  const { films, report } = cleanFilms(rows)
  const vocabularies = vocabularyRows(films)
  const collections = demoCollections(films)
  const startOver = progressMeter(countRows(films, vocabularies, collections), progress)
  await database.transaction(async (tx) => {
    const advance = startOver()
    await defineMediaTypes(tx, demoMediaTypes)
    advance(demoMediaTypes.length, 'media types')
    await defineDemoPages(tx)
    advance(demoPages.length, 'pages')
    const ids = await seedVocabularies(tx, vocabularies, advance)
    const movies = await seedFilms(tx, films, ids, advance)
    await seedCollections(tx, collections, movies, advance)
    await analyze(tx.kysely, DEMO_TABLES)
  })
  return report
}

async function seedFilms(
  { kysely }: Transaction,
  films: readonly CleanFilm[],
  ids: Vocabularies,
  advance: Advance,
): Promise<ReadonlyMap<string, number>> {
  const rows = films.map((film) => ({ ...filmRow(film, statusOf(film), ids), notes: editorsNote(film) }))
  const movies = await insertNamed(kysely, 'movies', 'slug', rows, (count) => advance(count, 'films'))
  const genres = genreRows(films, movies, ids.genres)
  await insertRows(kysely, 'movies_genres', genres, (count) => advance(count, 'genres of films'))
  const notes = importNoteRows(films, movies)
  await insertRows(kysely, 'import_notes', notes, (count) => advance(count, 'import notes'))
  return movies
}

async function seedCollections(
  { kysely }: Transaction,
  collections: readonly DemoCollection[],
  movies: ReadonlyMap<string, number>,
  advance: Advance,
): Promise<void> {
  const records = collections.map(({ row }) => row)
  const ids = await insertNamed(kysely, 'collections', 'name', records, (count) => advance(count, 'collections'))
  const links = collections.flatMap(({ row, films }) =>
    films.map(({ slug, note }, index) => ({
      collection: idOf(ids, String(row.name)),
      movie: idOf(movies, slug),
      position: index + 1,
      note,
    })),
  )
  await insertRows(kysely, 'collection_movies', links, (count) => advance(count, 'films of collections'))
}

function countRows(
  films: readonly CleanFilm[],
  vocabularies: VocabularyRows,
  collections: readonly DemoCollection[],
): number {
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
  return (
    demoMediaTypes.length +
    demoPages.length +
    countVocabularies(vocabularies) +
    sum(films.map((film) => 1 + film.genres.length + (film.corrections.length > 0 ? 1 : 0))) +
    sum(collections.map((collection) => 1 + collection.films.length))
  )
}
