import { CandidateTally, type NearType } from './candidate-tally.ts'
import { isNothing, scalarText, shownValue } from './file-value.ts'
import { type StyleFacts, StyleTally } from './style-tally.ts'
import type { WrittenStyle } from './written-style.ts'

/** What is known of a column after all its values were seen. */
export interface ColumnFacts {
  readonly name: string
  /** Rows in which it holds something. */
  readonly present: number
  /** Field type that all its values fit; `names`: lists of names, which become related records. */
  readonly type: string | typeof NAMES
  readonly samples: readonly string[]
  /** Entries of all its lists. */
  readonly entries: number
  /** Its values, or those of its lists, in the order they came; null where there are too many or nobody asked. */
  readonly distinct: readonly string[] | null
  /** Of a column of texts: what it would be but for a few values. */
  readonly nearly: NearType | null
  /** Of a column whose days or numbers are written in another style than the API's. */
  readonly styled: StyleFacts | null
}

export const NAMES = 'names'

/** Texts of several lines are edited in an area, and so are columns in which one of twenty is longer than this. */
const LONGEST_LINE = 255
const LONG_SHARE = 20
/** What still is a name. */
export const LONGEST_NAME = 500
const MOST_DISTINCT = 1000
const SAMPLES = 3

export interface ObserverOptions {
  /** Its values are texts, whatever they say. */
  readonly written: boolean
  readonly distinct: boolean
  /** Styles that are known to be meant. */
  readonly assumed?: readonly WrittenStyle[]
}

/** Looks at the values of one column. */
export class ColumnObserver {
  readonly #name: string
  readonly #written: boolean
  readonly #assumed: readonly WrittenStyle[]
  readonly #styles = new StyleTally()
  #present = 0
  readonly #candidates = new CandidateTally()
  #texts = 0
  #others = 0
  #lists = 0
  #entries = 0
  #structures = 0
  #hasLines = false
  #long = 0
  #longName = false
  readonly #samples = new Set<string>()
  #distinct: Set<string> | null

  constructor(name: string, { written, distinct, assumed = [] }: ObserverOptions) {
    this.#name = name
    this.#written = written
    this.#assumed = assumed
    this.#distinct = distinct ? new Set() : null
  }

  add(value: unknown): void {
    if (isNothing(value)) return
    this.#present += 1
    if (this.#samples.size < SAMPLES && value !== '') this.#samples.add(shownValue(value))
    const text = scalarText(value)
    if (text !== null) this.#scalar(value, text)
    else if (Array.isArray(value) && value.every((item) => item === null || typeof item === 'string')) this.#list(value)
    else this.#structures += 1
  }

  facts(): ColumnFacts {
    const styled = this.#written && this.#structures === 0 && this.#lists === 0 ? this.#styled() : null
    const type = styled?.style ? styled.type : this.#type()
    return {
      name: this.#name,
      present: this.#present,
      type,
      samples: [...this.#samples],
      entries: this.#entries,
      distinct: this.#distinct === null ? null : [...this.#distinct],
      nearly: type === 'Text' ? this.#candidates.nearly() : null,
      styled,
    }
  }

  #scalar(value: unknown, text: string): void {
    // the empty text says nothing of the others
    if (text === '') return
    if (typeof value === 'string') this.#texts += 1
    else this.#others += 1
    if (this.#written) {
      const plain = this.#assumed.map((style) => style.plain(text)).find((each) => each !== null)
      this.#candidates.add(plain ?? text, true)
      this.#styles.add(text)
    } else this.#candidates.add(value, false)
    this.#hasLines ||= text.includes('\n')
    if (text.length > LONGEST_LINE) this.#long += 1
    this.#longName ||= text.length > LONGEST_NAME
    this.#distinguish(text)
  }

  /** What is written as the API writes it needs no style; one that is known to be meant has been taken into account. */
  #styled(): StyleFacts | null {
    return this.#candidates.fitting() === null ? this.#styles.facts() : null
  }

  #list(items: readonly (string | null)[]): void {
    this.#lists += 1
    for (const item of items) {
      if (item === null) continue
      this.#entries += 1
      this.#longName ||= item.length > LONGEST_NAME
      this.#distinguish(item)
    }
  }

  #distinguish(text: string): void {
    if (this.#distinct === null) return
    this.#distinct.add(text)
    if (this.#distinct.size > MOST_DISTINCT) this.#distinct = null
  }

  #type(): string {
    if (this.#structures > 0) return 'JSON'
    if (this.#lists > 0) return this.#others > 0 || this.#longName ? 'JSON' : NAMES
    const fitting = this.#candidates.fitting()
    if (fitting !== null) return fitting
    return this.#hasLines || this.#long * LONG_SHARE > this.#present ? 'TextArea' : 'Text'
  }
}
