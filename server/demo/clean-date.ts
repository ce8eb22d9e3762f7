import type { Correction } from './corrections.ts'

export interface CleanDate {
  /** `yyyy-mm-dd`. */
  readonly date: string | null
  readonly year: number | null
  readonly corrections: readonly Correction[]
}

/** The newest film of the data; the years after it, from 2015 on, are those of 1915 to 1946 with the wrong century. */
const LAST_YEAR = 2011

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A date such as `Jun 12 1998`. @throws when it is written otherwise. */
export function cleanDate(raw: string): CleanDate {
  const [, month = '', day = '', digits = ''] = /^([A-Z][a-z]{2}) (\d{2}) (\d{4})$/.exec(raw) ?? []
  const index = MONTHS.indexOf(month)
  if (index < 0) throw new Error(`${JSON.stringify(raw)} is not a release date`)
  // Unix time 0 on an American clock: films of the years 1970 to 2011 that have no date
  if (raw === 'Dec 31 1969') return { date: null, year: null, corrections: ['epoch-date'] }
  const late = Number(digits) > LAST_YEAR
  const year = late ? Number(digits) - 100 : Number(digits)
  const monthDay = `${String(index + 1).padStart(2, '0')}-${day}`
  const corrections: Correction[] = late ? ['future-date'] : []
  // far more frequent than the days around it: where only the year was known
  if (monthDay === '12-31' || monthDay === '01-01') corrections.push('doubtful-day')
  return { date: `${year}-${monthDay}`, year, corrections }
}
