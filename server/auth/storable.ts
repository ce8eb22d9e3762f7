/** Postgres takes no NUL in a text; a name with one is nobody's. */
export function storable(name: string): boolean {
  return name.length <= 320 && !name.includes('\0')
}
