/** Other words for the same thing, and what only groups. */
const SAME: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
  div: '',
  span: '',
  tbody: '',
}

/** The elements that one text has and the other lacks, such as `table`. */
export function lostTags(before: string, after: string): readonly string[] {
  const kept = tagsOf(after)
  return [...tagsOf(before)].filter((tag) => !kept.has(tag))
}

function tagsOf(html: string): ReadonlySet<string> {
  const names = [...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name = '']) => name.toLowerCase())
  return new Set(names.map((name) => SAME[name] ?? name).filter((name) => name !== ''))
}
