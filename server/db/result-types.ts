type Parse = (text: string) => unknown

const identity: Parse = (text) => text

/** Column types that the drivers would each read in their own way, read one way: keyed by Postgres type oid. */
export const RESULT_PARSERS: Readonly<Record<number, Parse>> = {
  // int8: ids and counts stay far below 2^53
  20: Number,
  // date: a day has no time zone
  1082: identity,
  // time, interval, numeric: exact as text
  1083: identity,
  1186: identity,
  1700: identity,
  // timestamp without time zone: sessions run in UTC
  1114: (text) => new Date(`${text.replace(' ', 'T')}Z`),
}

/** Leaves every column as the text Postgres sent. */
export const TEXT_TYPES = { getTypeParser: () => identity }
