/** Finds the text of a key; undefined where there is none. */
export type TextOf = (key: string) => string | undefined

const MARKER = /\{DICT:([^{}]+)\}/g

/** Puts texts of the dictionary in place of each `{DICT:<key>}`; one without a text stays, so that it is noticed. */
export function resolveText(text: string, textOf: TextOf): string {
  return text.includes('{DICT:') ? text.replace(MARKER, (marker, key: string) => textOf(key) ?? marker) : text
}

/** The same in every text of a JSON value, member names excepted; a value without any is given back as it is. */
export function resolveTexts<T>(value: T, textOf: TextOf): T {
  return resolved(value, textOf) as T
}

function resolved(value: unknown, textOf: TextOf): unknown {
  if (typeof value === 'string') return resolveText(value, textOf)
  if (Array.isArray(value)) {
    const items = value.map((item) => resolved(item, textOf))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, member, resolved(member, textOf)] as const)
  if (members.every(([, before, after]) => before === after)) return value
  return Object.fromEntries(members.map(([name, , after]) => [name, after]))
}
