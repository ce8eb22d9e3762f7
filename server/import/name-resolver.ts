import { columnSql, keySql, tableSql } from '../catalog/sql-names.ts'
import type { Database } from '../db/database.ts'
import { isIdTarget, type RelatedTarget } from './bound-plan.ts'
import { bodyValue } from './read-value.ts'
import type { RowWriter } from './row-writer.ts'

/** Ids are kept of so many names. */
const MOST_KEPT = 200_000

/** The id of the record of a name, or why there is none. */
export type Resolved = number | string

export interface NameWays {
  readonly database: Pick<Database, 'read'>
  /** Media types that are only imagined: there is nothing to be found in them. */
  readonly missing: ReadonlySet<string>
  /** Null: nothing is made, and names without a record get an id that no record has. */
  readonly writer: RowWriter | null
  /** What is made is taken back in the end, and may be made again: names tell how many there are. */
  readonly takenBack?: boolean
}

/** Finds related records by their names and makes those that are not there, many names at a time. */
export class NameResolver {
  readonly #ways: NameWays
  readonly #target: RelatedTarget
  #known = new Map<string, number>()
  #created = 0
  readonly #made: string[] = []

  constructor(ways: NameWays, target: RelatedTarget) {
    this.#ways = ways
    this.#target = target
  }

  /** Records made so far. */
  get created(): number {
    return this.#created
  }

  /** Their names, where they are asked for. */
  get made(): readonly string[] {
    return this.#made
  }

  async resolve(names: ReadonlyMap<string, unknown>): Promise<ReadonlyMap<string, Resolved>> {
    if (this.#known.size > MOST_KEPT) this.#known = new Map()
    const unknown = [...names].filter(([name]) => !this.#known.has(name))
    const reasons = new Map<string, string>()
    if (unknown.length > 0) {
      await this.#look(unknown)
      await this.#make(
        unknown.filter(([name]) => !this.#known.has(name)),
        reasons,
      )
    }
    return new Map(
      [...names.keys()].map((name) => [name, this.#known.get(name) ?? reasons.get(name) ?? 'is not there']),
    )
  }

  /** Of several records of one name the oldest is meant. */
  async #look(names: readonly (readonly [string, unknown])[]): Promise<void> {
    const { type, field } = this.#target
    if (this.#ways.missing.has(type.name)) return
    const text = `select g.n::text, min(${keySql(type, 'm')})::text
      from unnest($1::text[]) with ordinality as g(v, n)
      join ${tableSql(type.table)} m on ${columnSql(type, field, 'm')} = (g.v)::${field.type.parameterType}
      group by g.n`
    const rows = await this.#ways.database.read({ text, values: [names.map(([name]) => name)] })
    for (const [n, id] of rows) this.#known.set((names[Number(n) - 1] as readonly [string, unknown])[0], Number(id))
  }

  async #make(names: readonly (readonly [string, unknown])[], reasons: Map<string, string>): Promise<void> {
    if (names.length === 0) return
    const { type, field } = this.#target
    if (isIdTarget(this.#target)) {
      for (const [name] of names) reasons.set(name, `there is no record of ${type.name} with id ${name}`)
      return
    }
    if (type.system && type.name !== 'sources') {
      for (const [name] of names) {
        const what = `${type.name} is part of Marquee itself: none is made of a file`
        reasons.set(name, `there is no record of ${type.name} named ${JSON.stringify(name)}, and ${what}`)
      }
      return
    }
    const { writer } = this.#ways
    if (writer === null) {
      for (const [name] of names) this.#known.set(name, -++this.#created)
      return
    }
    const made = await writer.addAll(
      type,
      names.map(([, value]) => ({ [field.name]: bodyValue(value, field) })),
    )
    const late: (readonly [string, unknown])[] = []
    for (const [index, result] of made.entries()) {
      const entry = names[index] as readonly [string, unknown]
      if (typeof result === 'number') {
        this.#known.set(entry[0], result)
        this.#created += 1
        if (this.#ways.takenBack) this.#made.push(entry[0])
      } else {
        reasons.set(
          entry[0],
          `there is no record of ${type.name} named ${JSON.stringify(entry[0])}, and none can be made: ${result}`,
        )
        late.push(entry)
      }
    }
    // somebody else may have made it meanwhile
    if (late.length > 0) await this.#look(late)
  }
}

export type Resolvers = ReadonlyMap<string, NameResolver>

/** One resolver for each media type and field that names are looked up by. */
export function resolverKey({ type, field }: RelatedTarget): string {
  return `${type.name}:${field.name}`
}
