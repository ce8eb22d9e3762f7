/** A row of `data/movies.json` of the package vega-datasets, under its own column names. */
export interface RawFilm {
  readonly Title: string | number | null
  readonly 'US Gross': number | null
  readonly 'Worldwide Gross': number | null
  readonly 'US DVD Sales': number | null
  readonly 'Production Budget': number | null
  /** `Jun 12 1998`; the century was guessed from two digits. */
  readonly 'Release Date': string
  readonly 'MPAA Rating': string | null
  readonly 'Running Time min': number | null
  readonly Distributor: string | null
  readonly Source: string | null
  readonly 'Major Genre': string | null
  readonly 'Creative Type': string | null
  readonly Director: string | null
  readonly 'Rotten Tomatoes Rating': number | null
  readonly 'IMDB Rating': number | null
  readonly 'IMDB Votes': number | null
}

const NUMBERS = [
  'US Gross',
  'Worldwide Gross',
  'US DVD Sales',
  'Production Budget',
  'Running Time min',
  'Rotten Tomatoes Rating',
  'IMDB Rating',
  'IMDB Votes',
] as const

const TEXTS = ['MPAA Rating', 'Distributor', 'Source', 'Major Genre', 'Creative Type', 'Director'] as const

/** Takes the parsed file for what it says it is. @throws when a row is not a film. */
export function parseFilms(json: unknown): readonly RawFilm[] {
  if (!Array.isArray(json)) throw new Error('the film data is not an array')
  return json.map((row, index) => {
    if (!isRawFilm(row)) throw new Error(`row ${index} of the film data is not a film`)
    return row
  })
}

function isRawFilm(row: unknown): row is RawFilm {
  if (typeof row !== 'object' || row === null) return false
  const film = row as Readonly<Record<string, unknown>>
  return (
    typeof film['Release Date'] === 'string' &&
    (film.Title === null || typeof film.Title === 'string' || typeof film.Title === 'number') &&
    NUMBERS.every((name) => film[name] === null || typeof film[name] === 'number') &&
    TEXTS.every((name) => film[name] === null || typeof film[name] === 'string')
  )
}
