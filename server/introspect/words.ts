/** What names of media types and fields are made of; the longest is as Postgres has it. */
const LONGEST = 63

/** `FilmActor`, `Film Actor` and `FILM_ACTOR` as `film_actor`; empty when nothing of the name is left. */
export function snakeCase(name: string): string {
  return name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, LONGEST)
}

/** Already what it would be called: of two names that come to one, this one has it. */
export function isPlain(name: string): boolean {
  return snakeCase(name) === name
}

/** A name that people wrote for people, with letters or signs that no program needs, as it stands. */
export function writtenName(name: string): string | null {
  const text = name.replaceAll(/\s+/g, ' ').trim()
  return /[^A-Za-z0-9_$ -]/.test(text) && /[\p{L}\p{N}\p{S}]/u.test(text) ? text : null
}

const CAPITALS = new Set(['id', 'url', 'uri', 'uuid', 'isbn', 'ip', 'html', 'json', 'xml', 'api', 'vat', 'sku', 'iban'])

/** `film_actor` as `Film actor`. */
export function labelOf(snake: string): string {
  const words = snake.split('_').filter((word) => word !== '')
  const text = words.map((word) => (CAPITALS.has(word) ? word.toUpperCase() : word)).join(' ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

const IRREGULAR: readonly (readonly [singular: string, plural: string])[] = [
  ['person', 'people'],
  ['man', 'men'],
  ['woman', 'women'],
  ['child', 'children'],
  ['foot', 'feet'],
  ['movie', 'movies'],
  ['cookie', 'cookies'],
  ['shoe', 'shoes'],
  ['analysis', 'analyses'],
  ['basis', 'bases'],
  ['crisis', 'crises'],
]
const UNCHANGED = new Set(['series', 'species', 'news', 'data', 'media', 'information', 'staff', 'equipment', 'stock'])

/** The last word of a name in the singular, as English does it mostly. */
export function singular(snake: string): string {
  return lastWord(snake, (word) => {
    const known = IRREGULAR.find(([, many]) => many === word)
    if (known !== undefined) return known[0]
    if (UNCHANGED.has(word) || /(ss|us|is)$/.test(word)) return word
    if (/[^aeiou]ies$/.test(word)) return word.replace(/ies$/, 'y')
    if (/(ch|sh|x|ss|zz|o)es$/.test(word) || /[^aeo]uses$/.test(word)) return word.slice(0, -2)
    return word.replace(/s$/, '')
  })
}

/** The same in the plural. */
export function plural(snake: string): string {
  return lastWord(singular(snake), (word) => {
    const known = IRREGULAR.find(([one]) => one === word)
    if (known !== undefined) return known[1]
    if (UNCHANGED.has(word)) return word
    if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, 'ies')
    return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
  })
}

function lastWord(snake: string, change: (word: string) => string): string {
  const at = snake.lastIndexOf('_') + 1
  return `${snake.slice(0, at)}${change(snake.slice(at))}`
}

/** Hands out names, each once. */
export class Names {
  private readonly taken: Set<string>

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken)
  }

  has(name: string): boolean {
    return this.taken.has(name)
  }

  /** The first wish that is free; else the last one with a number. */
  take(...wishes: readonly [string, ...string[]]): string {
    const free = wishes.find((wish) => !this.taken.has(wish))
    const last = wishes.at(-1) as string
    let name = free ?? last
    for (let number = 2; this.taken.has(name); number += 1) {
      const suffix = `_${number}`
      name = `${last.slice(0, LONGEST - suffix.length)}${suffix}`
    }
    this.taken.add(name)
    return name
  }
}
