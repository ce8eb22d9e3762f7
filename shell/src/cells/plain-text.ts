/** Any value as one line of text. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The text of a piece of HTML, without running or loading anything of it. */
export function htmlText(html: string): string {
  const text = new DOMParser().parseFromString(html.replace(/<\/(p|div|li|h\d|blockquote)>/g, ' $&'), 'text/html').body
    .textContent
  return (text ?? '').replace(/\s+/g, ' ').trim()
}
