import { fieldNameFault } from '../catalog/check-names.ts'

const LONGEST = 50

/** A name for a field or media type from a file's column: small letters, digits and underscores. */
export function nameOf(column: string): string {
  const name = words(column).join('_').slice(0, LONGEST).replace(/_+$/, '')
  if (name === '') return 'column'
  if (/^\d/.test(name)) return `column_${name}`
  return fieldNameFault(name) === null ? name : `original_${name}`
}

/**
 * A label from the same: `releaseDate` and `Release_Date` are both `Release date`. Words with capitals of their own keep
 * them, `IMDb ID` say; where all headings are in capitals, short ones alone do.
 */
export function labelOf(column: string, capitals = false): string {
  const words = separated(column).split(/[_\s]+/)
  const text = words
    .map((word) => (hasOwnCapitals(word, capitals) ? word : word.toLowerCase()))
    .join(' ')
    .trim()
  return text === '' ? column : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** In headings that are all in capitals a longer word is no abbreviation. */
const LONGEST_ABBREVIATION = 3

function hasOwnCapitals(word: string, capitals: boolean): boolean {
  return /.\p{Lu}/u.test(word) && (!capitals || word.length <= LONGEST_ABBREVIATION)
}

/** Headings of which none has a small letter. */
export function areCapitals(columns: readonly string[]): boolean {
  return columns.length > 1 && columns.every((column) => !/\p{Ll}/u.test(column))
}

function words(column: string): readonly string[] {
  const plain = separated(column).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^a-z0-9]+/).filter((word) => word !== '')
}

function separated(column: string): string {
  return column.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2').replace(/(\p{Lu})(\p{Lu}\p{Ll}{2})/gu, '$1_$2')
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['movies', 'movie'],
  ['series', 'series'],
  ['species', 'species'],
  ['media', 'media'],
])

/** One of what an English plural names: `countries` is `country`, `cast` is itself. */
export function singular(plural: string): string {
  const [, head = '', last = plural] = /^(.*[_\s])?([^_\s]+)$/.exec(plural) ?? []
  const known = IRREGULAR.get(last.toLowerCase())
  if (known !== undefined)
    return head + (/^\p{Lu}/u.test(last) ? `${known.charAt(0).toUpperCase()}${known.slice(1)}` : known)
  if (/(?:ss|us|is)$/i.test(last)) return plural
  if (/ies$/i.test(last)) return `${head}${last.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|z)es$/i.test(last)) return `${head}${last.slice(0, -2)}`
  return /.s$/i.test(last) ? `${head}${last.slice(0, -1)}` : plural
}
