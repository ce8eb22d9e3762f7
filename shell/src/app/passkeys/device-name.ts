/** What begins a name for a passkey, tried in this order, by a word of the browser's own description. */
const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** A name to begin with for a passkey made in this browser. */
export function deviceName(userAgent: string = navigator.userAgent): string {
  const device = DEVICES.find(([pattern]) => pattern.test(userAgent))?.[1]
  return device === undefined ? 'Passkey' : `Passkey on ${device}`
}
