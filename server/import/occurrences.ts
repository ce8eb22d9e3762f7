/**
 * How often each key was met before. The n-th row of a key is for the n-th record of it, by id: rows that are alike are
 * all kept, and a second import finds each where the first one put it.
 */
export class Occurrences {
  readonly #counts = new Map<string, number>()
  #repeated = 0

  /** 0 for a key that is new. */
  next(key: string): number {
    const count = this.#counts.get(key) ?? 0
    this.#counts.set(key, count + 1)
    if (count > 0) this.#repeated += 1
    return count
  }

  /** Rows whose key came before. */
  get repeated(): number {
    return this.#repeated
  }
}
