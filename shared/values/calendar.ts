/** Dates of the proleptic Gregorian calendar in the years 0001 to 9999, and instants in them, as text. */

const FIRST_SECOND = -62135596800
const LAST_SECOND = 253402300799

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

/** Is it a day that exists, as `yyyy-MM-dd`? */
export function isDay(text: string): boolean {
  const match = DAY.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** `HH:mm[:ss]` as `HH:mm:ss`; null when it is none. */
export function readTime(text: string): string | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text)
  return match ? `${match[1]}:${match[2]}:${match[3] ?? '00'}` : null
}

const INSTANT = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,6}))?(?:([Zz])|([+-])(\d\d):?(\d\d))$/

/**
 * An ISO 8601 date and time with its offset, as the same instant in UTC: `yyyy-MM-ddTHH:mm:ss[.ffffff]Z`.
 * Null for none, and for one before the year 0001 or after 9999 in UTC.
 */
export function readInstant(text: string): string | null {
  const match = INSTANT.exec(text)
  if (!match) return null
  const [, day = '', clock = '', fraction = '', , sign, hours = '0', minutes = '0'] = match
  const time = readTime(clock)
  if (!isDay(day) || time === null || Number(hours) > 15 || Number(minutes) > 59) return null
  const offset = (sign === '-' ? -60 : 60) * (Number(hours) * 60 + Number(minutes))
  const seconds = Date.parse(`${day}T${time}Z`) / 1000 - offset
  return instantOf(seconds, fraction.replace(/0+$/, ''))
}

/** Unix time in seconds as an instant in UTC; null outside the years 0001 to 9999. */
export function instantOf(seconds: number, fraction = ''): string | null {
  if (!Number.isInteger(seconds) || seconds < FIRST_SECOND || seconds > LAST_SECOND) return null
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}Z`
}

/** Reads Unix time written in digits; null when the text is none. */
export function unixSeconds(text: string): number | null {
  return /^-?\d{1,12}$/.test(text) ? Number(text) : null
}

/** Orders instants as `readInstant` gives them, with and without fraction. */
export function byInstant(a: string, b: string): number {
  const [left, right] = [a.slice(0, -1), b.slice(0, -1)]
  return left < right ? -1 : left > right ? 1 : 0
}
