import type { RelatedListSchema } from '../../../../shared/related-list.ts'

/** Rows up to which searching them is no help. */
export const FEW_ROWS = 10

const COUNT = new Intl.NumberFormat()

/** What the rows are called, several of them, within a sentence. */
export function rowsName(schema: RelatedListSchema, title: string): string {
  return lowered(schema.choose?.labelPlural ?? (title === '' ? 'rows' : title))
}

/** @example countText(24, 'films') // '24 films' */
export function countText(count: number, name: string): string {
  return `${COUNT.format(count)} ${count === 1 ? 'row' : name}`
}

/** Within a sentence a name begins small, unless it is an abbreviation. */
export function lowered(name: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
