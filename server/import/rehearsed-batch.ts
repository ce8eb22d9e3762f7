import type { Database } from '../db/database.ts'
import { taken } from '../write/constraints.ts'
import type { BoundPlan } from './bound-plan.ts'
import { importBatch, type NumberedRow, type RowOutcome } from './import-batch.ts'
import { NameResolver, resolverKey } from './name-resolver.ts'
import { canonical } from './read-value.ts'
import { rehearse } from './rehearsal.ts'
import type { RowWriter } from './row-writer.ts'

/**
 * Tells what would become of rows by writing them and taking that back, batch by batch, so that no lock is held for long.
 * What a batch would leave for later ones is remembered: names that were made, and values that no other record may have.
 */
export class RehearsedBatches {
  readonly #database: Database
  readonly #plan: BoundPlan
  readonly #writerOver: (database: Database) => RowWriter
  readonly #made = new Map<string, Set<string>>()
  readonly #unique = new Map<string, Set<string>>()

  constructor(database: Database, plan: BoundPlan, writerOver: (database: Database) => RowWriter) {
    this.#database = database
    this.#plan = plan
    this.#writerOver = writerOver
  }

  /** Records that would be made of names, by media type and field. */
  get made(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#made
  }

  async run(rows: readonly NumberedRow[]): Promise<readonly RowOutcome[]> {
    const resolvers = new Map<string, NameResolver>()
    const outcomes = await rehearse(this.#database, async (database) => {
      const writer = this.#writerOver(database)
      const missing = new Set<string>()
      for (const { target } of this.#plan.relations) {
        const ways = { database, missing, writer, takenBack: true }
        resolvers.set(resolverKey(target), new NameResolver(ways, target))
      }
      return importBatch(rows, { database, plan: this.#plan, missing, resolvers, writer })
    })
    for (const [key, { made }] of resolvers) {
      const names = this.#made.get(key) ?? new Set()
      for (const name of made) names.add(name)
      this.#made.set(key, names)
    }
    return outcomes.map((outcome, index) => this.#kept(rows[index] as NumberedRow, outcome))
  }

  /** An outcome, but for rows that an earlier batch would have left no place for. */
  #kept({ prepared }: NumberedRow, outcome: RowOutcome): RowOutcome {
    if (outcome !== 'created' && outcome !== 'updated') return outcome
    const { type, values } = this.#plan
    const own = values.flatMap(({ field }, index) => {
      const value = prepared.values[index]
      const text = field.unique && value !== undefined ? canonical(value, field) : null
      return text === null ? [] : [{ field, value, text }]
    })
    const clash = own.find(({ field, text }) => this.#unique.get(field.name)?.has(text))
    if (clash !== undefined) return { reasons: [taken(type, clash.field, clash.value, '').detail] }
    for (const { field, text } of own) {
      const texts = this.#unique.get(field.name) ?? new Set()
      this.#unique.set(field.name, texts.add(text))
    }
    return outcome
  }
}
