import type { CleanFilm, Film } from './clean.ts'
import { CORRECTION_KINDS, CORRECTIONS, type Correction } from './corrections.ts'

/** What was dirty in the data and what became of it, in numbers of films. */
export interface CleaningReport {
  readonly films: number
  readonly correctedFilms: number
  readonly corrections: Readonly<Record<Correction, number>>
  /** Films without a value, by field. */
  readonly unknown: Readonly<Record<UnknownField, number>>
  /** Films whose genre was two. */
  readonly splitGenres: number
  /** Films with a worldwide gross and none in the US: a zero that was kept. */
  readonly notShownInUs: number
  /** Films that repeat the title and the date of another one. */
  readonly duplicates: number
  /** Films that share their title, not their date, with another one: remakes. */
  readonly sharedTitles: number
}

const UNKNOWN_FIELDS = [
  'releaseDate',
  'runningTime',
  'rating',
  'director',
  'distributor',
  'source',
  'creativeType',
  'usGross',
  'worldwideGross',
  'usDvdSales',
  'productionBudget',
  'imdbRating',
  'imdbVotes',
  'rottenTomatoes',
] as const satisfies readonly (keyof Film)[]

export type UnknownField = (typeof UNKNOWN_FIELDS)[number] | 'genres'

export function reportCleaning(films: readonly CleanFilm[]): CleaningReport {
  const count = (holds: (film: CleanFilm) => boolean): number => films.filter(holds).length
  const titles = tally(films, (film) => film.title.toLowerCase())
  const records = tally(films, (film) => `${film.title.toLowerCase()}\n${film.releaseDate}`)
  const duplicates = films.length - records.size
  return {
    films: films.length,
    correctedFilms: count((film) => film.corrections.length > 0),
    corrections: record(CORRECTION_KINDS, (kind) => count((film) => film.corrections.includes(kind))),
    unknown: {
      ...record(UNKNOWN_FIELDS, (field) => count((film) => film[field] === null)),
      genres: count((film) => film.genres.length === 0),
    },
    splitGenres: count((film) => film.genres.length > 1),
    notShownInUs: count((film) => film.usGross === 0),
    duplicates,
    sharedTitles: count((film) => (titles.get(film.title.toLowerCase()) ?? 0) > 1) - duplicates,
  }
}

/** The report as lines for a terminal. */
export function cleaningReportLines(report: CleaningReport): readonly string[] {
  const line = (count: number, what: string): string => `${String(count).padStart(6)}  ${what}`
  return [
    line(report.films, 'films'),
    line(report.correctedFilms, 'of them corrected'),
    ...CORRECTION_KINDS.map((kind) => line(report.corrections[kind], CORRECTIONS[kind].label)),
    line(report.splitGenres, 'Genre was two genres'),
    line(report.notShownInUs, 'Shown abroad only: US gross of zero kept'),
    line(report.sharedTitles, 'Share their title with another film'),
    line(report.duplicates, 'Repeat another film'),
    ...Object.entries(report.unknown).map(([field, count]) => line(count, `Without ${words(field)}`)),
  ]
}

function words(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function tally<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  return counts
}

function record<K extends string>(keys: readonly K[], value: (key: K) => number): Record<K, number> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, number>
}
