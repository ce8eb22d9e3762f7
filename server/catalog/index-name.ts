const LONGEST = 63

/** Name of an index or constraint of a column; Postgres cuts what is longer, so long ones end in a hash of the whole. */
export function indexName(table: string, column: string, purpose: string): string {
  const name = `${table}_${column}_${purpose}`
  if (name.length <= LONGEST) return name
  let hash = 2166136261
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 16777619)
  return `${name.slice(0, LONGEST - 9)}_${(hash >>> 0).toString(16).padStart(8, '0')}`
}
