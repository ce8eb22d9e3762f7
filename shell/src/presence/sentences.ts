import type { Viewer } from '../../../shared/presence.ts'

/** Faces that are shown; the others are a number. */
export const MOST_FACES = 3

/** `Anna Berg is editing`. */
export function sentence({ name, action }: Pick<Viewer, 'name' | 'action'>): string {
  return `${name} is ${action}`
}

/** Who edits, for a notice; empty when nobody does. */
export function editingNotice(viewers: readonly Viewer[]): string {
  const [first, second, ...more] = viewers.filter(({ action }) => action === 'editing').map(({ name }) => name)
  if (first === undefined) return ''
  if (second === undefined) return `${first} is editing`
  return more.length === 0 ? `${first} and ${second} are editing` : `${first} and ${more.length + 1} others are editing`
}

/** First letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}

/** Those who edit first, since they matter most. */
export function editorsFirst(viewers: readonly Viewer[]): readonly Viewer[] {
  return viewers.toSorted((a, b) => Number(b.action === 'editing') - Number(a.action === 'editing'))
}
