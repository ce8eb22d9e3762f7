import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from './entry.ts'
import { membersBefore } from './members-before.ts'

const entry = (more: Partial<HistoryEntry>): HistoryEntry => ({
  _eventId: crypto.randomUUID(),
  _sequence: 1,
  _version: 1,
  _operation: 'Changed',
  _at: '2026-01-01T00:00:00.000Z',
  _user: { id: null, name: 'x' },
  _modifiedFields: {},
  _addedRelations: [],
  _removedRelations: [],
  ...more,
})
const films = (...ids: number[]) => [{ relation: 'films[list]', mediaType: 'films', ids }]
const added = (...ids: number[]) => entry({ _addedRelations: films(...ids) })
const removed = (...ids: number[]) => entry({ _removedRelations: films(...ids) })
const ordered = (old: number[], now: number[]) =>
  entry({ _modifiedFields: { 'films[list]': { old, new: now, mediaType: 'films' } } })

describe('members of a relation before some entries', () => {
  it.each([
    ['what came is out', [added(3)], [1, 2, 3], [1, 2]],
    ['what went is back, and last', [removed(1)], [2, 3], [2, 3, 1]],
    ['the order is as it was', [ordered([1, 2, 3], [3, 2, 1])], [3, 2, 1], [1, 2, 3]],
    ['one after the other', [ordered([1, 2, 3], [3, 1, 2]), removed(3), added(4)], [1, 2, 4], [1, 2, 3]],
    ['members it was not told of stay', [ordered([1, 2], [2, 1])], [9, 2, 1], [1, 2, 9]],
    [
      'other relations are others',
      [entry({ _addedRelations: [{ relation: 'x', mediaType: 'films', ids: [1] }] })],
      [1],
      [1],
    ],
  ])('%s', (_what, entries, now, before) => {
    expect(membersBefore(entries, 'films[list]', now)).toEqual(before)
  })
})
