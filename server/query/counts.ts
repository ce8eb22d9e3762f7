/** A count and the version of the tables it was counted at. */
export interface KeptCount {
  readonly version: number
  readonly count: number
}

const MAX_COUNTS = 5000
const MAX_KEY_LENGTH = 4000

/**
 * Keeps counts by what they count. A kept count is exact while the tables' version, read in the statement that uses it,
 * is the one it was counted at; so it holds across instances.
 */
export class Counts {
  private readonly kept = new Map<string, KeptCount>()
  private readonly flights = new Map<string, Promise<KeptCount>>()

  get(key: string): KeptCount | undefined {
    return this.kept.get(key)
  }

  keep(key: string, count: KeptCount): void {
    if (key.length > MAX_KEY_LENGTH) return
    const known = this.kept.get(key)
    if (known !== undefined && known.version > count.version) return
    this.kept.delete(key)
    this.kept.set(key, count)
    if (this.kept.size > MAX_COUNTS) this.kept.delete(this.kept.keys().next().value as string)
  }

  /**
   * Counts again, once for all who ask meanwhile; one who saw a newer version than a count under way was taken at asks
   * anew.
   */
  async again(key: string, seen: number, count: () => Promise<KeptCount>): Promise<KeptCount> {
    for (;;) {
      const known = this.kept.get(key)
      if (known !== undefined && known.version >= seen) return known
      const flight = this.flights.get(key) ?? this.start(key, count)
      const result = await flight
      if (result.version >= seen) return result
    }
  }

  private start(key: string, count: () => Promise<KeptCount>): Promise<KeptCount> {
    const flight = count()
      .then((result) => {
        this.keep(key, result)
        return result
      })
      .finally(() => this.flights.delete(key))
    this.flights.set(key, flight)
    return flight
  }
}
