import { type Film, slugOf } from './clean.ts'
import type { Status } from './film-rows.ts'
import { inventTitle } from './invented-names.ts'
import type { Random } from './random.ts'

/** Names to choose from, the usual ones first. */
export interface Choices {
  readonly people: readonly string[]
  readonly distributors: readonly string[]
  readonly ratings: readonly string[]
  readonly creativeTypes: readonly string[]
  readonly sources: readonly string[]
  readonly genres: readonly string[]
}

const LAST_YEAR = 2025
const YEARS = 95

/** A plausible film; `number` makes its slug unique. */
export function inventFilm(random: Random, choices: Choices, number: number): Film {
  const maybe = <T>(probability: number, value: () => T): T | null => (random.chance(probability) ? value() : null)
  const title = inventTitle(random)
  // more films the later the year
  const year = LAST_YEAR - Math.floor(YEARS * random.next() ** 2)
  const budget = Math.round(10 ** (6.8 + 0.6 * random.bell())) + 1_000
  const worldwide = maybe(0.9, () => Math.round(budget * 10 ** (0.2 + 0.5 * random.bell())))
  const votes = maybe(0.93, () => Math.round(10 ** (3.6 + 0.7 * random.bell())) + 5)
  return {
    title,
    slug: `${slugOf(title)}-${year}-${number}`,
    releaseDate: `${year}-${twoDigits(random.integer(1, 12))}-${twoDigits(random.integer(1, 28))}`,
    year,
    runningTime: maybe(0.9, () => Math.round(106 + 18 * random.bell())),
    rating: maybe(0.85, () => random.pickEarly(choices.ratings, 1.5)),
    director: maybe(0.92, () => random.pickEarly(choices.people, 1.6)),
    distributor: maybe(0.94, () => random.pickEarly(choices.distributors, 2.5)),
    source: maybe(0.9, () => random.pickEarly(choices.sources, 2)),
    genres: inventGenres(random, choices.genres),
    creativeType: maybe(0.86, () => random.pickEarly(choices.creativeTypes, 2)),
    usGross: worldwide === null ? null : Math.round(worldwide * (0.2 + 0.7 * random.next())),
    worldwideGross: worldwide,
    usDvdSales: maybe(0.3, () => Math.round(budget * 10 ** (-0.3 + 0.4 * random.bell()))),
    productionBudget: budget,
    imdbRating: votes === null ? null : Math.round(10 * Math.min(9.4, Math.max(1.2, 6.3 + 1.1 * random.bell()))) / 10,
    imdbVotes: votes,
    rottenTomatoes: maybe(0.73, () => random.integer(1, 100)),
  }
}

export function inventStatus(random: Random): Status {
  if (random.chance(0.85)) return 'published'
  return random.chance(0.6) ? 'draft' : 'review'
}

/** One to three, none twice. */
function inventGenres(random: Random, genres: readonly string[]): readonly string[] {
  const count = random.integer(1, 3)
  const chosen = new Set<string>()
  for (let drawn = 0; drawn < count; drawn++) chosen.add(random.pickEarly(genres, 1.5))
  return [...chosen]
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')
