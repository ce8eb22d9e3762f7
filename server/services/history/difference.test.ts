import { describe, expect, it } from 'vitest'
import { differenceOf, reversed } from './difference.ts'
import type { HistoryEntry } from './entry.ts'

let entries = 0
const entry = (more: Partial<HistoryEntry>): HistoryEntry => {
  entries += 1
  return {
    _eventId: crypto.randomUUID(),
    _sequence: entries,
    _version: entries,
    _operation: 'Changed',
    _at: '2026-01-01T00:00:00.000Z',
    _user: { id: null, name: 'x' },
    _modifiedFields: {},
    _addedRelations: [],
    _removedRelations: [],
    ...more,
  }
}
const fields = (_modifiedFields: HistoryEntry['_modifiedFields']) => entry({ _modifiedFields })
const tags = (...ids: number[]) => [{ relation: 'tags[film]', mediaType: 'tags', ids }]

describe('the difference of two versions', () => {
  it('is the first old and the last new value of each field', () => {
    const difference = differenceOf([
      fields({ title: { old: 'a', new: 'b' }, year: { new: 1 } }),
      fields({ title: { old: 'b', new: 'c' }, maker: { old: 3, new: null, mediaType: 'makers' } }),
    ])
    expect([...difference.fields]).toEqual([
      ['title', { old: 'a', new: 'c' }],
      ['year', { old: null, new: 1 }],
      ['maker', { old: 3, new: null, mediaType: 'makers' }],
    ])
  })

  it('is none for what was changed back, whatever the order of members', () => {
    const difference = differenceOf([
      fields({
        title: { old: 'a', new: 'b' },
        age: { old: { from: 1, to: 2 }, new: null },
        list: { old: [1, 2], new: [] },
      }),
      fields({
        title: { old: 'b', new: 'a' },
        age: { old: null, new: { to: 2, from: 1 } },
        list: { old: [], new: [2, 1] },
      }),
    ])
    expect([...difference.fields.keys()]).toEqual(['list'])
  })

  it('is a change of a secret though it reads the same', () => {
    const difference = differenceOf([fields({ code: { old: '********', new: '********' } })])
    expect([...difference.fields.keys()]).toEqual(['code'])
  })

  it('is the net effect on each relation', () => {
    const difference = differenceOf([
      entry({ _addedRelations: tags(1, 2), _removedRelations: tags(3) }),
      entry({ _addedRelations: tags(3), _removedRelations: tags(1, 4) }),
    ])
    expect([...difference.relations]).toEqual([['tags[film]', { mediaType: 'tags', added: [2], removed: [4] }]])
    const none = differenceOf([entry({ _addedRelations: tags(1) }), entry({ _removedRelations: tags(1) })])
    expect(none.relations.size).toBe(0)
  })

  it('passes over that the record was removed, and can be seen from the other side', () => {
    const difference = differenceOf([
      entry({ _modifiedFields: { title: { old: 'a', new: 'b' } }, _addedRelations: tags(1) }),
      entry({ _operation: 'Removed', _modifiedFields: { title: { old: 'b' } }, _removedRelations: tags(1) }),
    ])
    const back = reversed(difference)
    expect([...back.fields]).toEqual([['title', { old: 'b', new: 'a' }]])
    expect([...back.relations]).toEqual([['tags[film]', { mediaType: 'tags', added: [], removed: [1] }]])
  })
})
