/** The browser's zone by name and, at the given time, offset: `Europe/Lisbon, UTC+01:00`. */
export function zoneName(at: Date): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'longOffset' }).formatToParts(at)
  const offset = (parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT').replace('GMT', 'UTC')
  return timeZone === 'UTC' ? 'UTC' : `${timeZone.replaceAll('_', ' ')}, ${offset === 'UTC' ? 'UTC+00:00' : offset}`
}
