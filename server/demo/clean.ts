import { cleanDate } from './clean-date.ts'
import { cleanTitle } from './clean-title.ts'
import { type CleaningReport, reportCleaning } from './cleaning-report.ts'
import type { Correction } from './corrections.ts'
import type { RawFilm } from './raw-film.ts'
import { splitGenre } from './vocabulary.ts'

/** A film as the catalogue keeps it; vocabularies by name. Money in whole US dollars, `null` where unknown. */
export interface Film {
  readonly title: string
  /** Title and year for addresses, unique. */
  readonly slug: string
  /** `yyyy-mm-dd`. */
  readonly releaseDate: string | null
  readonly year: number | null
  readonly runningTime: number | null
  readonly rating: string | null
  readonly director: string | null
  readonly distributor: string | null
  readonly source: string | null
  readonly genres: readonly string[]
  readonly creativeType: string | null
  readonly usGross: number | null
  readonly worldwideGross: number | null
  readonly usDvdSales: number | null
  readonly productionBudget: number | null
  readonly imdbRating: number | null
  readonly imdbVotes: number | null
  readonly rottenTomatoes: number | null
}

/** A film made of a row of the data, and what was corrected in it. */
export interface CleanFilm extends Film {
  readonly corrections: readonly Correction[]
  readonly raw: RawFilm
}

/** Cleans every row; none is dropped. */
export function cleanFilms(rows: readonly RawFilm[]): {
  readonly films: readonly CleanFilm[]
  readonly report: CleaningReport
} {
  const uniqueSlug = slugs()
  const films = rows.map((row) => cleanFilm(row, uniqueSlug))
  return { films, report: reportCleaning(films) }
}

function cleanFilm(raw: RawFilm, uniqueSlug: (title: string, year: number | null) => string): CleanFilm {
  const { date, year, corrections: dateCorrections } = cleanDate(raw['Release Date'])
  const { title, corrections: titleCorrections } = cleanTitle(raw.Title, year, raw['Release Date'])
  const corrections = [...titleCorrections, ...dateCorrections]
  // Without any gross nothing was recorded; beside a worldwide one, none in the US is a fact: not shown there.
  const unknownGross = raw['US Gross'] === 0 && raw['Worldwide Gross'] === 0
  if (unknownGross) corrections.push('zero-gross')
  const unknownDistributor = raw.Distributor === 'Distributor Unknown'
  if (unknownDistributor) corrections.push('unknown-distributor')
  const director = raw.Director?.replaceAll('""', '"') ?? null
  if (director !== raw.Director) corrections.push('director-quotes')
  return {
    title,
    slug: uniqueSlug(title, year),
    releaseDate: date,
    year,
    runningTime: raw['Running Time min'],
    rating: raw['MPAA Rating'],
    director,
    distributor: unknownDistributor ? null : raw.Distributor,
    source: raw.Source,
    genres: splitGenre(raw['Major Genre']),
    creativeType: raw['Creative Type'],
    usGross: unknownGross ? null : raw['US Gross'],
    worldwideGross: unknownGross ? null : raw['Worldwide Gross'],
    usDvdSales: raw['US DVD Sales'],
    productionBudget: raw['Production Budget'],
    imdbRating: raw['IMDB Rating'],
    imdbVotes: raw['IMDB Votes'],
    rottenTomatoes: raw['Rotten Tomatoes Rating'],
    corrections,
    raw,
  }
}

/** Gives each title and year an address of its own: `king-kong-1933`. */
function slugs(): (title: string, year: number | null) => string {
  const taken = new Map<string, number>()
  return (title, year) => {
    const slug = [slugOf(title), year].filter((part) => part !== null && part !== '').join('-')
    const count = (taken.get(slug) ?? 0) + 1
    taken.set(slug, count)
    return count === 1 ? slug : `${slug}-${count}`
  }
}

/** A title in the letters of an address. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
