import type { MediaType } from '../catalog/catalog.ts'
import { UNRESTRICTED } from '../catalog/rights.ts'
import { AppError, type Problem } from '../errors.ts'
import type { Author } from '../write/changes.ts'
import type { WriteOperation } from '../write/operations.ts'
import type { Writer } from '../write/writer.ts'

/** One record to add or to change. */
export type RecordWrite =
  | { readonly kind: 'add'; readonly members: Readonly<Record<string, unknown>> }
  | { readonly kind: 'update'; readonly id: number; readonly members: Readonly<Record<string, unknown>> }

/** The id of the record, or what is wrong with it. */
export type WriteOutcome = number | string

/**
 * Writes many records through the write core, in one save as long as all of them are right. A save is all or nothing:
 * what is refused is taken out and the others are written again.
 */
export class RowWriter {
  readonly #writer: Writer
  readonly #author: Author

  constructor(writer: Writer, author: Author) {
    this.#writer = writer
    this.#author = author
  }

  addAll(type: MediaType, records: readonly Readonly<Record<string, unknown>>[]): Promise<readonly WriteOutcome[]> {
    return this.writeAll(
      type,
      records.map((members) => ({ kind: 'add', members })),
    )
  }

  async writeAll(type: MediaType, writes: readonly RecordWrite[]): Promise<readonly WriteOutcome[]> {
    const outcomes = new Array<WriteOutcome>(writes.length)
    await this.#write(
      type,
      writes,
      writes.map((_, index) => index),
      outcomes,
    )
    return outcomes
  }

  async #write(
    type: MediaType,
    writes: readonly RecordWrite[],
    places: readonly number[],
    outcomes: WriteOutcome[],
  ): Promise<void> {
    if (places.length === 0) return
    const operations = places.map((place) => operationOf(type, writes[place] as RecordWrite, place))
    // neighbours of one kind are written together
    operations.sort((a, b) => a.kind.localeCompare(b.kind))
    try {
      const { results } = await this.#writer.run(operations, { rights: UNRESTRICTED, author: this.#author })
      for (const [index, operation] of operations.entries()) {
        outcomes[placeOf(operation)] = results[index]?.id ?? 0
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const refused = refusals(error.problems, places)
      const [blamed] = refused.keys()
      if (blamed !== undefined && places.length > 1 && !isSure(error.problems)) {
        return this.#doubt(type, writes, places, blamed, outcomes)
      }
      for (const [place, reasons] of refused) outcomes[place] = reasons.join('; ')
      if (refused.size > 0) {
        return this.#write(
          type,
          writes,
          places.filter((place) => !refused.has(place)),
          outcomes,
        )
      }
      // it does not say which: halves are tried apart
      if (places.length === 1) {
        outcomes[places[0] as number] = error.message
        return
      }
      const middle = Math.ceil(places.length / 2)
      await this.#write(type, writes, places.slice(0, middle), outcomes)
      await this.#write(type, writes, places.slice(middle), outcomes)
    }
  }

  async #doubt(
    type: MediaType,
    writes: readonly RecordWrite[],
    places: readonly number[],
    blamed: number,
    outcomes: WriteOutcome[],
  ): Promise<void> {
    await this.#write(type, writes, [blamed], outcomes)
    const others = places.filter((place) => place !== blamed)
    if (typeof outcomes[blamed] === 'string') return this.#write(type, writes, others, outcomes)
    const middle = Math.ceil(others.length / 2)
    await this.#write(type, writes, others.slice(0, middle), outcomes)
    await this.#write(type, writes, others.slice(middle), outcomes)
  }
}

/**
 * What the database itself refuses is told of the first record that was written with the one it is about. Whoever fails
 * alone is to blame; otherwise it is one of the others, who are tried in halves.
 */
function isSure(problems: readonly Problem[]): boolean {
  return problems.length > 1 || (problems[0]?.code === 'UNIQUE' && problems[0].meta !== undefined)
}

function operationOf(type: MediaType, write: RecordWrite, place: number): Exclude<WriteOperation, { kind: 'remove' }> {
  const pointer = `/${place}`
  const element = { members: write.members, pointer }
  if (write.kind === 'add') return { kind: 'add', type: type.name, element, pointer }
  return { kind: 'update', type: type.name, target: write.id, element, precondition: '*', places: { target: pointer } }
}

function placeOf({ element }: { readonly element: { readonly pointer: string } }): number {
  return Number(element.pointer.slice(1))
}

/** Problems by the place of the record they are of. */
function refusals(problems: readonly Problem[], places: readonly number[]): ReadonlyMap<number, string[]> {
  const known = new Set(places)
  const refused = new Map<number, string[]>()
  for (const { pointer, detail } of problems) {
    const place = Number(/^\/(\d+)(?:\/|$)/.exec(pointer ?? '')?.[1] ?? Number.NaN)
    if (known.has(place)) refused.set(place, [...(refused.get(place) ?? []), detail])
  }
  return refused
}
