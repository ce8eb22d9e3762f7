/** What an import is asked to do beyond what the file tells. Columns are named as in the file. */
export interface Wishes {
  /** Media type. */
  readonly into: string
  /** Columns or fields that a record is recognised by; none: by all of them. */
  readonly key: readonly string[]
  /** Field by column. */
  readonly map: ReadonlyMap<string, string>
  /** Field type by column. */
  readonly types: ReadonlyMap<string, string>
  /** Columns that hold names of several related records, and those that hold the name of one. */
  readonly lists: ReadonlyMap<string, Target>
  readonly lookups: ReadonlyMap<string, Target>
  readonly skip: ReadonlySet<string>
  /** Of a media type that is made. */
  readonly label: string | null
  readonly labelPlural: string | null
  readonly nameField: string | null
}

/** Related records, and the field by which they are named; null: told from the column, or from the metadata. */
export interface Target {
  readonly mediaType: string | null
  readonly field: string | null
}

/** What keeps an import from being planned: all of it, for people to read. */
export class PlanFault extends Error {
  readonly details: readonly string[]

  constructor(details: readonly string[]) {
    super(details.join('; '))
    this.name = 'PlanFault'
    this.details = details
  }
}

/**
 * Reads `column=value` pairs; a column's name may hold an equals sign, what it is given may not.
 *
 * @throws PlanFault for what is no pair, or a column that is given twice
 */
export function readPairs(option: string, words: readonly string[]): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  for (const word of words) {
    const at = word.lastIndexOf('=')
    const [column, value] = [word.slice(0, at), word.slice(at + 1)]
    if (at < 1 || value === '') throw new PlanFault([`${option} ${word}: expected COLUMN=…`])
    if (pairs.has(column)) throw new PlanFault([`${option} ${column}: given twice`])
    pairs.set(column, value)
  }
  return pairs
}

/** Reads `column`, `column=type` and `column=type:field`. */
export function readTargets(option: string, words: readonly string[]): ReadonlyMap<string, Target> {
  const targets = new Map<string, Target>()
  for (const word of words) {
    const at = word.lastIndexOf('=')
    const column = at === -1 ? word : word.slice(0, at)
    const [mediaType = '', field, ...more] = at === -1 ? [] : word.slice(at + 1).split(':')
    const complete = column !== '' && (at === -1 || mediaType !== '') && field !== '' && more.length === 0
    if (!complete) throw new PlanFault([`${option} ${word}: expected COLUMN, COLUMN=TYPE or COLUMN=TYPE:FIELD`])
    if (targets.has(column)) throw new PlanFault([`${option} ${column}: given twice`])
    targets.set(column, { mediaType: mediaType || null, field: field ?? null })
  }
  return targets
}
