import { CANDIDATES, type Candidate } from './candidates.ts'
import { shownValue } from './file-value.ts'

/** A type that all values of a column fit but a few, which may be typing errors. */
export interface NearType {
  readonly type: string
  /** Values that do not fit. */
  readonly misfits: number
  /** The first of them, as people are shown it. */
  readonly sample: string
}

interface Tally {
  readonly candidate: Candidate
  misfits: number
  sample: string
  /** Distinct values that fit, where it matters which they are. */
  readonly fitting: Set<string> | null
}

/** So many misfits are looked at before a type can be out of the question. */
const ALWAYS = 5
/** One value in so many may be an error; more are none. */
const SHARE = 4

/** Counts which values fit which types. */
export class CandidateTally {
  #seen = 0
  #tallies: readonly Tally[] = CANDIDATES.map((candidate) => ({
    candidate,
    misfits: 0,
    sample: '',
    fitting: candidate.suits === undefined ? null : new Set(),
  }))

  add(value: unknown, written: boolean): void {
    this.#seen += 1
    let hopeless = false
    for (const tally of this.#tallies) {
      if (tally.candidate.fits(value, written)) {
        tally.fitting?.add(String(value).trim().toLowerCase())
        continue
      }
      if (tally.misfits === 0) tally.sample = shownValue(value)
      tally.misfits += 1
      hopeless ||= !this.#inQuestion(tally)
    }
    if (hopeless) this.#tallies = this.#tallies.filter((tally) => this.#inQuestion(tally))
  }

  /** The narrowest type that all values fit; null: none does. */
  fitting(): string | null {
    if (this.#seen === 0) return null
    return this.#tallies.find((tally) => tally.misfits === 0 && goTogether(tally))?.candidate.type ?? null
  }

  /** The type that fewest values do not fit, if they are few. */
  nearly(): NearType | null {
    const near = this.#tallies.filter(
      (tally) => tally.misfits > 0 && tally.misfits * SHARE <= this.#seen && goTogether(tally),
    )
    const [best] = near.toSorted((one, other) => one.misfits - other.misfits)
    return best === undefined ? null : { type: best.candidate.type, misfits: best.misfits, sample: best.sample }
  }

  #inQuestion({ misfits }: Tally): boolean {
    return misfits <= ALWAYS || misfits * SHARE <= this.#seen
  }
}

function goTogether({ candidate, fitting }: Tally): boolean {
  return fitting === null || candidate.suits?.(fitting) !== false
}
