import type { Film } from './clean.ts'
import { GENRE_COLORS, PARENT_COMPANIES, RATINGS, SOURCE_TREE } from './vocabulary.ts'

/** A tree of two levels; a branch names its root in `parent`. */
interface Tree {
  readonly roots: readonly { readonly name: string }[]
  readonly branches: readonly { readonly name: string; readonly parent: string }[]
}

/** Rows of the vocabularies that films use, each name once. */
export interface VocabularyRows {
  readonly sources: Tree
  readonly distributors: Tree
  readonly ratings: readonly { readonly name: string; readonly position: number }[]
  readonly creativeTypes: readonly { readonly name: string }[]
  readonly genres: readonly { readonly name: string; readonly color: string | null }[]
  readonly people: readonly { readonly name: string; readonly sort_name: string }[]
}

/** The vocabularies of the given films, alphabetical; ratings and sources are complete whatever the films. */
export function vocabularyRows(films: readonly Film[]): VocabularyRows {
  return vocabularyRowsOf({
    distributors: names(films.map((film) => film.distributor)),
    creativeTypes: names(films.map((film) => film.creativeType)),
    genres: names(films.flatMap((film) => film.genres)),
    people: names(films.map((film) => film.director)),
  })
}

export function vocabularyRowsOf(
  used: Readonly<Record<'distributors' | 'creativeTypes' | 'genres' | 'people', readonly string[]>>,
): VocabularyRows {
  return {
    sources: {
      roots: SOURCE_TREE.map(({ name }) => ({ name })),
      branches: SOURCE_TREE.flatMap(({ name: parent, children }) => children.map((name) => ({ name, parent }))),
    },
    distributors: companies(used.distributors),
    ratings: RATINGS.map((rating, index) => ({ ...rating, position: index + 1 })),
    creativeTypes: used.creativeTypes.map((name) => ({ name })),
    genres: used.genres.map((name) => ({ name, color: GENRE_COLORS[name] ?? null })),
    people: used.people.map((name) => ({ name, sort_name: sortName(name) })),
  }
}

function companies(used: readonly string[]): Tree {
  const branches = used.flatMap((name) => {
    const parent = PARENT_COMPANIES[name]
    return parent === undefined ? [] : [{ name, parent }]
  })
  const labels = new Set(branches.map(({ name }) => name))
  const roots = new Set([...used, ...branches.map(({ parent }) => parent)].filter((name) => !labels.has(name)))
  return { roots: [...roots].map((name) => ({ name })), branches }
}

/** How many rows there are in all. */
export function countVocabularies(rows: VocabularyRows): number {
  const { sources, distributors, ...lists } = rows
  const all = [...Object.values(sources), ...Object.values(distributors), ...Object.values(lists)]
  return all.reduce((total, list) => total + list.length, 0)
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
