/** Rows under a heading, each column as wide as its longest text. */
export function columns(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heading.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)))
  return [heading, ...rows]
    .map((row) =>
      row
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
