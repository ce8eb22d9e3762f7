const LONGEST = 63

/** Name of an index or constraint of a column; Postgres cuts what is longer, so long ones end in a hash of the whole. */
export function indexName(table: string, column: string, purpose: string): string {
  return short(`${table}_${column}_${purpose}`)
}

/** Name of what a table has one of: its primary key, the sequence of its ids. */
export function relationName(table: string, purpose: string): string {
  return short(`${table}_${purpose}`)
}

function short(name: string): string {
  if (name.length <= LONGEST) return name
  let hash = 2166136261
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 16777619)
  return `${name.slice(0, LONGEST - 9)}_${(hash >>> 0).toString(16).padStart(8, '0')}`
}
