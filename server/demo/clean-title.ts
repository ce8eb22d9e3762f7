import type { Correction } from './corrections.ts'

export interface CleanTitle {
  readonly title: string
  readonly corrections: readonly Correction[]
}

type Step = readonly [Correction, (title: string, year: number | null) => string]

const STEPS: readonly Step[] = [
  ['title-encoding', decodeAgain],
  ['title-spaces', (title) => title.replace(/\s+/g, ' ').trim()],
  ['title-year', withoutYear],
  ['title-article', articleFirst],
]

/**
 * A film's title as text.
 *
 * @param year of release, corrected already.
 * @param released the release date as the row has it, by which a film without a title is told from others.
 */
export function cleanTitle(raw: string | number | null, year: number | null, released: string): CleanTitle {
  if (raw === null) return { title: `Untitled (${released})`, corrections: ['missing-title'] }
  if (typeof raw === 'number') return { title: String(raw), corrections: ['numeric-title'] }
  const corrections: Correction[] = []
  let title = raw
  for (const [correction, step] of STEPS) {
    const next = step(title, year)
    if (next !== title) corrections.push(correction)
    title = next
  }
  return { title, corrections }
}

/** The upper half of Mac Roman, from 0x80 on. */
const MAC_ROMAN =
  'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ'

/** Where Windows-1252 differs from Latin-1, as far as titles use it. */
const WINDOWS: Readonly<Record<number, string>> = {
  133: '…',
  145: '‘',
  146: '’',
  147: '“',
  148: '”',
  150: '–',
  151: '—',
}

/** Letters written as Windows-1252 had been read as Mac Roman: `LÈon` is `Léon`. */
function decodeAgain(title: string): string {
  return title.replace(/[^\0-\x7f]/g, (letter) => {
    const place = MAC_ROMAN.indexOf(letter)
    if (place < 0) return letter
    const byte = place + 0x80
    return byte < 0xa0 ? (WINDOWS[byte] ?? letter) : String.fromCharCode(byte)
  })
}

/** `King Kong (1933)` is told from its remakes by its release date. */
function withoutYear(title: string, year: number | null): string {
  return year !== null && title.endsWith(` (${year})`) ? title.slice(0, -7) : title
}

/** `Boot, Das` is `Das Boot`. */
function articleFirst(title: string): string {
  return title.replace(/^(.+), (The|A|An|Das|Der|Die|Le|La|Les|El)$/, '$2 $1')
}
