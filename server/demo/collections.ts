import { type Film, slugOf } from './clean.ts'
import type { NewRow } from './insert.ts'

/** A collection drawn from the films: its record, and its films in order. */
export interface DemoCollection {
  readonly row: NewRow
  readonly films: readonly { readonly slug: string; readonly note: string }[]
}

interface Recipe {
  readonly name: string
  readonly description: string
  readonly color: string
  /** Least and greatest age of the audience; `null` where open. */
  readonly age: readonly [number, number | null]
  readonly price: string | null
  readonly weekdays: readonly string[]
  readonly startTime: string
  readonly isPublic: boolean
  readonly films: (films: readonly Film[]) => readonly Film[]
  readonly note: (film: Film) => string
}

const MOST = 30
const FAMILY_RATINGS: ReadonlySet<string | null> = new Set(['G', 'PG', 'PG-13'])
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Films of which `value` is known, greatest first. */
function ranked(films: readonly Film[], value: (film: Film) => number | null, most: number): readonly Film[] {
  const rank = (film: Film): number => value(film) ?? -1
  return films
    .filter((film) => value(film) !== null)
    .sort((a, b) => rank(b) - rank(a) || (b.imdbVotes ?? 0) - (a.imdbVotes ?? 0) || (a.slug < b.slug ? -1 : 1))
    .slice(0, most)
}

function inOrderOfRelease(films: readonly Film[]): readonly Film[] {
  return films
    .filter((film) => film.releaseDate !== null)
    .sort((a, b) => ((a.releaseDate ?? '') < (b.releaseDate ?? '') ? -1 : 1))
    .slice(0, MOST)
}

const returnOnBudget = (film: Film): number | null =>
  film.worldwideGross === null || film.productionBudget === null ? null : film.worldwideGross / film.productionBudget

const evening = { weekdays: ['fri', 'sat'], startTime: '20:15:00', isPublic: true }
const matinee = { weekdays: ['sat', 'sun'], startTime: '14:30:00', isPublic: true }

const RECIPES: readonly Recipe[] = [
  {
    ...evening,
    name: 'Highest grossing',
    description: 'The twenty films that took the most money worldwide.',
    color: '#d4380d',
    age: [12, null],
    price: '4.99',
    films: (films) => ranked(films, (film) => film.worldwideGross, 20),
    note: (film) => `${dollars.format(film.worldwideGross ?? 0)} worldwide`,
  },
  {
    ...evening,
    name: 'Best rated by critics',
    description: 'Films that nearly every critic on Rotten Tomatoes liked, the best known first.',
    color: '#cf1322',
    age: [12, null],
    price: '3.99',
    films: (films) => ranked(films, (film) => film.rottenTomatoes, 20),
    note: (film) => `${film.rottenTomatoes} % of critics`,
  },
  {
    ...evening,
    name: 'Best rated by audiences',
    description: 'The highest votes on IMDb, of films that at least 25,000 people voted on.',
    color: '#d4b106',
    age: [12, null],
    price: '3.99',
    films: (films) =>
      ranked(
        films.filter((film) => (film.imdbVotes ?? 0) >= 25_000),
        (film) => film.imdbRating,
        25,
      ),
    note: (film) => `${film.imdbRating} of 10 in ${count.format(film.imdbVotes ?? 0)} votes`,
  },
  {
    ...evening,
    name: 'Directed by Steven Spielberg',
    description: 'A retrospective in order of release.',
    color: '#1d39c4',
    age: [10, null],
    price: '2.99',
    films: (films) => inOrderOfRelease(films.filter((film) => film.director === 'Steven Spielberg')),
    note: (film) => `Released in ${film.year}`,
  },
  {
    ...matinee,
    name: 'Before 1940',
    description: 'From the silent era to the first great sound films, in order of release.',
    color: '#595959',
    age: [6, null],
    price: null,
    films: (films) => inOrderOfRelease(films.filter((film) => film.year !== null && film.year < 1940)),
    note: (film) => `Released in ${film.year}`,
  },
  {
    ...evening,
    name: 'Small budget, large return',
    description: 'Films rated PG-13 or milder that took many times what they cost, and ten million dollars at least.',
    color: '#389e0d',
    age: [10, null],
    price: '2.99',
    films: (films) =>
      ranked(
        films.filter((film) => FAMILY_RATINGS.has(film.rating) && (film.worldwideGross ?? 0) >= 10_000_000),
        returnOnBudget,
        15,
      ),
    note: (film) =>
      `${count.format(returnOnBudget(film) ?? 0)} times its budget of ${dollars.format(film.productionBudget ?? 0)}`,
  },
  {
    ...matinee,
    name: 'Home video favourites',
    description: 'The twenty films that sold the most on DVD in the US.',
    color: '#08979c',
    age: [0, null],
    price: '1.99',
    films: (films) => ranked(films, (film) => film.usDvdSales, 20),
    note: (film) => `${dollars.format(film.usDvdSales ?? 0)} sold on DVD`,
  },
  {
    ...matinee,
    name: 'From console to screen',
    description: 'Films based on games, in order of release.',
    color: '#531dab',
    age: [12, 35],
    price: '1.99',
    isPublic: false,
    films: (films) => inOrderOfRelease(films.filter((film) => film.source === 'Based on Game')),
    note: (film) => `Released in ${film.year}`,
  },
]

/** The demo's collections, drawn from the films. */
export function demoCollections(films: readonly Film[]): readonly DemoCollection[] {
  return RECIPES.map((recipe) => ({
    row: collectionRow(recipe),
    films: recipe.films(films).map((film) => ({ slug: film.slug, note: recipe.note(film) })),
  }))
}

function collectionRow(recipe: Recipe): NewRow {
  const slug = slugOf(recipe.name)
  return {
    name: recipe.name,
    description: recipe.description,
    status: recipe.isPublic ? 'published' : 'review',
    color: recipe.color,
    is_public: recipe.isPublic,
    publish_at: recipe.isPublic ? '2010-10-01T16:00:00Z' : null,
    refresh: '0 6 * * 1',
    weekdays: recipe.weekdays,
    start_time: recipe.startTime,
    timezone: 'America/Los_Angeles',
    price: recipe.price,
    age: { from: recipe.age[0], to: recipe.age[1] },
    website: `https://example.com/collections/${slug}`,
    attachment: `https://example.com/collections/${slug}/press-kit.pdf`,
    contact: 'collections@example.com',
    access_code: recipe.isPublic ? null : `${slug}-preview`,
    settings: { autoplay: recipe.isPublic, layout: 'grid', rows: 4 },
  }
}
