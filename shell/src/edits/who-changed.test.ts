import { describe, expect, test } from 'vitest'
import type { HistoryVersion } from '../../../shared/history.ts'
import { NOBODY_KNOWN, versionOf, whoChanged, whoseOf } from './who-changed.ts'

const entry = (version: number, name: string, fields: readonly string[], relations: readonly string[] = []) =>
  ({
    version,
    operation: 'Changed',
    at: `2026-01-0${version}T00:00:00Z`,
    user: { id: 1, name },
    fields: fields.map((field) => ({ name: field, label: field, old: null, new: 1 })),
    relations: relations.map((relation) => ({ relation, label: '', mediaType: '', added: [], removed: [] })),
  }) satisfies HistoryVersion

/** A history that tells these, one after the other. */
function telling(...answers: readonly (readonly HistoryVersion[])[]) {
  const left = [...answers]
  return async () => {
    const entries = left.shift()
    if (entries === undefined) throw new Error('there is no history')
    return { entries }
  }
}

describe('[R6] who changed what', () => {
  test('is the last who did', () => {
    const whose = whoseOf([entry(3, 'Bo', ['title'], ['genres[movie]']), entry(2, 'Anna', ['title', 'year'])])
    expect(whose.names).toEqual(['Anna', 'Bo'])
    expect(whose.of({ name: 'title' })?.name).toBe('Bo')
    expect(whose.of({ name: 'year' })).toEqual({ name: 'Anna', at: Date.parse('2026-01-02T00:00:00Z') })
    expect(whose.of({ name: 'genres', linkKey: 'genres[movie]' })?.name).toBe('Bo')
    expect(whose.of({ name: 'slug' })).toBeNull()
  })

  const record = { mediaType: 'movies', id: 7, etag: '2.9' }

  test('counts from the version that was read', async () => {
    const load = telling([entry(3, 'Bo', ['title']), entry(2, 'Anna', ['year'])])
    expect((await whoChanged(record, 3, load)).names).toEqual(['Bo'])
  })

  test('is waited for until the history was told', async () => {
    const before = [entry(2, 'Anna', ['year'])]
    const load = telling(before, [entry(3, 'Bo', ['title']), ...before])
    expect((await whoChanged(record, 3, load)).names).toEqual(['Bo'])
  })

  test('is nobody known where there is no history to read', async () => {
    expect(await whoChanged(record, 3, telling())).toBe(NOBODY_KNOWN)
    expect(await whoChanged({ ...record, etag: '' }, 3, telling([entry(3, 'Bo', ['title'])]))).toBe(NOBODY_KNOWN)
  })
})

test('a tag begins with its version', () => {
  expect(versionOf('12.5')).toBe(12)
  expect([versionOf(''), versionOf(null), versionOf(undefined)]).toEqual([null, null, null])
})
