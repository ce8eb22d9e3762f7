import { CandidateTally } from './candidate-tally.ts'
import { looksLike, type StyleName, WRITTEN_STYLES, type WrittenStyle } from './written-style.ts'

/** What the styles make of a column whose values are no days or numbers as they stand. */
export interface StyleFacts {
  readonly type: string
  /** Null where two styles of a family fit and say different things. */
  readonly style: StyleName | null
  readonly family: WrittenStyle['family']
}

/** Counts which styles all values of a column are written in. */
export class StyleTally {
  #open = WRITTEN_STYLES.map((style) => ({ style, tally: new CandidateTally() }))
  #apart = false

  add(text: string): void {
    if (this.#open.length === 0) return
    const read = this.#open.map((each) => ({ each, plain: looksLike(each.style, text) }))
    const fitting = read.filter(({ plain }) => plain !== null)
    for (const { each, plain } of fitting) each.tally.add(plain, true)
    this.#apart ||= new Set(fitting.map(({ plain }) => plain)).size > 1
    if (fitting.length < this.#open.length) this.#open = fitting.map(({ each }) => each)
  }

  /** Null where no style fits. */
  facts(): StyleFacts | null {
    const [first, other] = this.#open
    const type = first?.tally.fitting() ?? null
    if (first === undefined || type === null) return null
    const { name, family } = first.style
    return { type, family, style: other !== undefined && this.#apart ? null : name }
  }
}
