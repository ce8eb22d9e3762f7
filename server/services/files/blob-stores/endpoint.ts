/** Whether a text is the address at which a storage answers: nothing in it but an origin, and a path if need be. */
export function isEndpoint(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === ''
}
