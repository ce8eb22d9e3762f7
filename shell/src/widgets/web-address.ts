/** A link may lead to the web or to a mailbox, never to a script. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}

/** A path of this server counts as an address for files and images. */
export function isFileAddress(text: string): boolean {
  return isWebAddress(text) || (text.startsWith('/') && !text.startsWith('//'))
}
