/** Counts the values a list's line has no room for, and names them on hover. */
export function More({ count, all }: { readonly count: number; readonly all: readonly string[] }) {
  if (count === 0) return null
  return (
    <span className="mq-more" title={all.join(', ')}>
      +{count}
    </span>
  )
}
