/** One request of a measurement; the server it goes to adds what it needs to know who asks. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly body?: string
}

export interface Route {
  readonly name: string
  /** What is asked, for the table's reader. */
  readonly about: string
  /** Ours against the limit: at least so much of its throughput is the aim. */
  readonly target: number
  readonly requests: (random: Random, films: number) => BenchRequest
}

/** Whole numbers from 0 up to, without, `below`. */
export type Random = (below: number) => number

const MOVIES = '/api/v1/movies'
const PAGES = 50
const DIRECTORS = 5000
const YEARS = 66
const GENRES = 14

const get = (path: string): BenchRequest => ({ method: 'GET', path })

/** Half of all readers see the first page, the others one of the next 49. */
const somePage = (random: Random): string => (random(2) === 0 ? '' : `page=${1 + random(PAGES - 1)}`)

const page = (random: Random): BenchRequest => {
  const query = somePage(random)
  return get(query === '' ? MOVIES : `${MOVIES}?${query}`)
}

/** One value of three kinds of filter: narrow, middling and broad. */
const term = (random: Random): string => {
  const kinds = [
    () => `director_$eq_${1 + random(DIRECTORS)}`,
    () => `year_$eq_${2025 - random(YEARS)}`,
    () => `genres_$eq_${1 + random(GENRES)}`,
  ]
  return (kinds[random(kinds.length)] as () => string)()
}

const anyFilm = (random: Random, films: number): string => `${MOVIES}/${1 + random(films)}`

export const ROUTES: readonly Route[] = [
  {
    name: 'one',
    about: 'one film by id, any of them',
    target: 0.6,
    requests: (random, films) => get(anyFilm(random, films)),
  },
  {
    name: 'page-count',
    about: '20 films with exact count: half the first page, half one of the next 49',
    target: 3,
    requests: page,
  },
  {
    name: 'page-count-writes',
    about: 'the same with one film changed per 100 reads',
    target: 1,
    requests: withWrites(100, page),
  },
  {
    name: 'filtered-count',
    about: '20 films by one of 5,000 directors, 66 years or 14 genres, with exact count',
    target: 0.9,
    requests: (random) => get(`${MOVIES}?filter=${term(random)}`),
  },
  {
    name: 'filtered-new',
    about: 'the same and by votes, no filter twice: no count is known before it is asked for',
    target: 0.9,
    requests: (random) => get(`${MOVIES}?filter=${term(random)}_$and_imdb_votes_$ge_${random(20_000)}`),
  },
  {
    name: 'includes',
    about: '20 films with people, distributors and genres included, without _meta and template links',
    target: 0.8,
    requests: (random) => {
      const query = somePage(random)
      return get(
        `${MOVIES}?include=people,distributors,genres&hideMeta=1&hideLinks=1${query === '' ? '' : `&${query}`}`,
      )
    },
  },
  {
    name: 'page-200',
    about: '200 films without _meta, one of the first ten pages',
    target: 0.8,
    requests: (random) => {
      const number = random(10)
      return get(`${MOVIES}?pageSize=200&hideMeta=1${number === 0 ? '' : `&page=${number}`}`)
    },
  },
  {
    name: 'aggregate',
    about: 'number and gross of films by genre and year, from one of 66 years on',
    target: 0.8,
    requests: (random) => ({
      method: 'POST',
      path: '/api/v1/aggregate-data',
      body: JSON.stringify({
        _mediaType: 'movies',
        _filter: `year_$ge_${2025 - random(YEARS)}`,
        _groupBy: ['genres', 'year'],
        _aggregates: [
          { _function: 'count', _as: 'films' },
          { _function: 'sum', _field: 'us_gross', _as: 'gross' },
        ],
      }),
    }),
  },
]

function withWrites(reads: number, read: Route['requests']): Route['requests'] {
  let count = 0
  return (random, films) => {
    count += 1
    if (count % (reads + 1) !== 0) return read(random, films)
    const body = JSON.stringify({ movies: [{ running_time: 60 + random(120) }] })
    return { method: 'PATCH', path: anyFilm(random, films), body }
  }
}

/** The whole request as it goes over the wire. */
export function requestText({ method, path, body }: BenchRequest, headers: string): string {
  const content =
    body === undefined ? '' : `content-type: application/vnd.api+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nhost: bench\r\naccept: application/vnd.api+json\r\n${headers}${content}\r\n${body ?? ''}`
}
