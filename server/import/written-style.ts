import { isDay } from '../../shared/values/calendar.ts'

/** How days, or numbers, are written where it is not as the API writes them. */
export interface WrittenStyle {
  readonly name: StyleName
  /** Styles of one family exclude each other. */
  readonly family: 'dates' | 'decimal'
  /** Kinds of columns that it tells something for: in a text it is part of the text. */
  readonly parameterTypes: readonly string[]
  /** What the API would write; null where it is not written in this style. */
  readonly plain: (text: string) => string | null
}

export type StyleName = 'dmy' | 'mdy' | 'comma' | 'point'

const DAY = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/

function day(year: string, month: string, dayOfMonth: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  return isDay(text) ? text : null
}

const DATES = { family: 'dates', parameterTypes: ['date', 'timestamptz'] } as const
const NUMBERS = { family: 'decimal', parameterTypes: ['bigint', 'numeric'] } as const

/** A whole number with spaces, dots or apostrophes between thousands, and what follows a comma. */
const WITH_COMMA = /^-?(?:[1-9]\d{0,2}(?:([. \u00a0\u202f'’])\d{3})(?:\1\d{3})*|0|[1-9]\d*)(?:,\d+)?$/
/** The same with commas between thousands, and what follows a dot. */
const WITH_POINT = /^-?(?:[1-9]\d{0,2}(?:([, \u00a0\u202f'’])\d{3})(?:\1\d{3})*|0|[1-9]\d*)(?:\.\d+)?$/

export const WRITTEN_STYLES: readonly WrittenStyle[] = [
  {
    ...DATES,
    name: 'dmy',
    plain: (text) => {
      const [, first = '', , second = '', year = ''] = DAY.exec(text) ?? []
      return day(year, second, first)
    },
  },
  {
    ...DATES,
    name: 'mdy',
    plain: (text) => {
      const [, first = '', between, second = '', year = ''] = DAY.exec(text) ?? []
      // with dots the day comes first everywhere
      return between === '.' ? null : day(year, first, second)
    },
  },
  {
    ...NUMBERS,
    name: 'comma',
    plain: (text) => (WITH_COMMA.test(text) ? text.replace(/[^\d,-]/g, '').replace(',', '.') : null),
  },
  {
    ...NUMBERS,
    name: 'point',
    plain: (text) => (WITH_POINT.test(text) ? text.replace(/[^\d.-]/g, '') : null),
  },
]

/** Digits with spaces between may be a number of a telephone or a passport: they need more than their looks. */
export function looksLike(style: WrittenStyle, text: string): string | null {
  return /[ \u00a0\u202f'’]\d+$/.test(text) ? null : style.plain(text)
}

export function styleNamed(name: StyleName): WrittenStyle {
  return WRITTEN_STYLES.find((style) => style.name === name) as WrittenStyle
}
