/** Every time zone the browser knows, with its offset now. */
export function zones(): { value: string; label: string }[] {
  const now = new Date()
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
    value: zone,
    label: `${zone.replaceAll('_', ' ')} (${offset(zone, now)})`,
  }))
}

function offset(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
  return name === 'GMT' ? 'UTC+00:00' : name.replace('GMT', 'UTC')
}

/** Each typed word somewhere in the label, underscores or blanks alike. */
export function matchesZone(label: string, typed: string): boolean {
  const text = label.toLowerCase()
  return typed
    .toLowerCase()
    .split(/[\s_]+/)
    .every((word) => text.includes(word))
}
