/** The address as a frame may have it; null for any that is not of the web. */
export function frameAddress(text: string): URL | null {
  const address = URL.parse(text)
  return address !== null && (address.protocol === 'https:' || address.protocol === 'http:') ? address : null
}

/** A frame of our own origin that ran scripts as such could take its sandbox off. */
export function sandboxFor(address: URL, tokens: readonly string[], ownOrigin: string): string {
  const isOwn = address.origin === ownOrigin
  return tokens.filter((token) => !isOwn || token !== 'allow-same-origin').join(' ')
}
