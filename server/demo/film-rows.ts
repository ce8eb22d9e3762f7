import type { Film } from './clean.ts'
import type { NewRow } from './insert.ts'

type Ids = ReadonlyMap<string, number>

/** Ids by name of the records that films refer to. */
export interface Vocabularies {
  readonly people: Ids
  readonly distributors: Ids
  readonly ratings: Ids
  readonly creativeTypes: Ids
  readonly sources: Ids
  readonly genres: Ids
}

export type Status = 'draft' | 'review' | 'published'

export function filmRow(film: Film, status: Status, ids: Vocabularies): NewRow {
  return {
    title: film.title,
    slug: film.slug,
    release_date: film.releaseDate,
    year: film.year,
    running_time: film.runningTime,
    rating: idOf(ids.ratings, film.rating),
    director: idOf(ids.people, film.director),
    distributor: idOf(ids.distributors, film.distributor),
    creative_type: idOf(ids.creativeTypes, film.creativeType),
    source: idOf(ids.sources, film.source),
    status,
    us_gross: film.usGross,
    worldwide_gross: film.worldwideGross,
    us_dvd_sales: film.usDvdSales,
    production_budget: film.productionBudget,
    imdb_rating: film.imdbRating,
    imdb_votes: film.imdbVotes,
    rotten_tomatoes: film.rottenTomatoes,
  }
}

/** The rows of `movies_genres` for films whose ids are known by slug. */
export function genreRows(films: readonly Film[], movies: Ids, genres: Ids): readonly NewRow[] {
  return films.flatMap((film) =>
    film.genres.map((genre) => ({ movie: idOf(movies, film.slug), genre: idOf(genres, genre) })),
  )
}

/** @throws when nobody has the name: a vocabulary was seeded incompletely. */
export function idOf(ids: Ids, name: string | null): number | null {
  if (name === null) return null
  const id = ids.get(name)
  if (id === undefined) throw new Error(`no record is named ${JSON.stringify(name)}`)
  return id
}
