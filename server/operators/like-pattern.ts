/**
 * A pattern of SQL's `like` in which the text stands for itself, but for the asterisks at `wildcards`.
 *
 * @example likePattern('50%*', [3]) // '50\\%%'
 */
export function likePattern(text: string, wildcards: readonly number[] = []): string {
  let pattern = ''
  let from = 0
  for (const at of wildcards) {
    pattern += `${literal(text.slice(from, at))}%`
    from = at + 1
  }
  return pattern + literal(text.slice(from))
}

const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
