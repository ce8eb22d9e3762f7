import type { Film } from './clean.ts'
import type { NewRow } from './insert.ts'
import { GENRE_COLORS, PARENT_COMPANIES, RATINGS, SOURCE_TREE } from './vocabulary.ts'

/** Rows of the vocabularies that films use; names alphabetical and once each. */
export interface VocabularyRows {
  readonly people: readonly NewRow[]
  readonly genres: readonly NewRow[]
  readonly creativeTypes: readonly NewRow[]
  readonly ratings: readonly NewRow[]
  /** Companies, then their labels, which name the company in `parent`. */
  readonly companies: readonly NewRow[]
  readonly labels: readonly { readonly name: string; readonly parent: string }[]
  readonly sourceRoots: readonly NewRow[]
  readonly sourceBranches: readonly { readonly name: string; readonly parent: string }[]
}

export function vocabularyRows(films: readonly Film[]): VocabularyRows {
  const used = films.map((film) => film.distributor)
  const parents = used.map((name) => (name === null ? null : (PARENT_COMPANIES[name] ?? null)))
  const distributors = names([...used, ...parents])
  return {
    people: names(films.map((film) => film.director)).map(personRow),
    genres: names(films.flatMap((film) => film.genres)).map((name) => ({ name, color: GENRE_COLORS[name] ?? null })),
    creativeTypes: names(films.map((film) => film.creativeType)).map((name) => ({ name })),
    ratings: RATINGS.map((rating, index) => ({ ...rating, position: index + 1 })),
    companies: distributors.filter((name) => !(name in PARENT_COMPANIES)).map((name) => ({ name })),
    labels: distributors.flatMap((name) => {
      const parent = PARENT_COMPANIES[name]
      return parent === undefined ? [] : [{ name, parent }]
    }),
    sourceRoots: SOURCE_TREE.map(({ name }) => ({ name })),
    sourceBranches: SOURCE_TREE.flatMap(({ name: parent, children }) => children.map((name) => ({ name, parent }))),
  }
}

export function personRow(name: string): NewRow {
  return { name, sort_name: sortName(name) }
}

/** `Brian De Palma` is sorted as `De Palma, Brian`. */
export function sortName(name: string): string {
  const match = /^(.+?) ((?:(?:De|Del|Di|Du|La|Van|Von) )*\S+(?: (?:Jr\.|Sr\.|II|III))?)$/.exec(name)
  return match === null ? name : `${match[2]}, ${match[1]}`
}

function names(values: readonly (string | null)[]): readonly string[] {
  const known = values.filter((value) => value !== null)
  return [...new Set(known)].sort((a, b) => a.localeCompare(b, 'en'))
}
