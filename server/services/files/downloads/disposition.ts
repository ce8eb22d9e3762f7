/** What a browser may show by itself; anything else, markup and scripts above all, it is to save. */
const SHOWN = /^(?:image\/(?!svg)|video\/|audio\/|application\/pdf$|text\/plain$)/

/** The value of Content-Disposition (RFC 6266): the name in ASCII, and in full where that is not all of it (RFC 8187). */
export function dispositionOf(name: string, contentType: string): string {
  const kind = SHOWN.test(contentType) ? 'inline' : 'attachment'
  const plain = name.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_')
  const extended = plain === name ? '' : `; filename*=UTF-8''${encoded(name)}`
  return `${kind}; filename="${plain}"${extended}`
}

/** Percent-encodes all but the characters of RFC 8187's `attr-char`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
