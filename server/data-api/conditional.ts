/** True when a list of entity tags, or `*`, holds the tag (RFC 9110, weak comparison for `If-None-Match`). */
export function matchesTag(condition: string, etag: string): boolean {
  const bare = (tag: string): string => tag.trim().replace(/^W\//, '')
  return condition.trim() === '*' || condition.split(',').some((tag) => bare(tag) === bare(etag))
}
