/** What one element stands for in what a user is told: another word for the same, the whole it is part of, or nothing. */
const MEANT: Readonly<Record<string, string>> = {
  ...{ b: 'strong', i: 'em', del: 's', strike: 's', div: '', span: '' },
  ...{ thead: 'table', tbody: 'table', tfoot: 'table', tr: 'table', td: 'table', th: 'table' },
  ...{ caption: 'table', colgroup: 'table', col: 'table', dt: 'dl', dd: 'dl', figcaption: 'figure' },
}

/** The elements that one text has and the other lacks, such as `table`. */
export function lostTags(before: string, after: string): readonly string[] {
  const kept = tagsOf(after)
  return [...tagsOf(before)].filter((tag) => !kept.has(tag))
}

function tagsOf(html: string): ReadonlySet<string> {
  const names = [...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name = '']) => name.toLowerCase())
  return new Set(names.map((name) => MEANT[name] ?? name).filter((name) => name !== ''))
}
