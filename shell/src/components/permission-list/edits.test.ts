import { describe, expect, test } from 'vitest'
import {
  type Inherited,
  type Marks,
  NO_MARKS,
  type PermissionRow,
  withOwn,
} from '../../../../shared/permission-list.ts'
import { edited, fieldChoice, fieldMarks, itemsOf, NO_EDITS, withMark } from './edits.ts'
import { foundRows, linesOf } from './lines.ts'
import { givers, origins, overruled } from './texts.ts'

const marks = (canRead: boolean, canWrite = false, canDelete = false): Marks => ({ canRead, canWrite, canDelete })
const fromGroup = (label: string, given: Marks): Inherited => ({ from: { kind: 'group', label }, marks: given })

function row(key: string, more: Partial<PermissionRow> = {}): PermissionRow {
  const [kind, name = ''] = key.split(':')
  const isSource = kind === 'source'
  return {
    key,
    category: isSource ? 'sources' : 'mediaTypes',
    objectType: isSource ? 1 : 2,
    objectId: isSource ? Number(name) : null,
    name: isSource ? null : name,
    label: name,
    givable: ['canRead', 'canWrite', 'canDelete'],
    own: null,
    inherited: [],
    effective: NO_MARKS,
    ...more,
  }
}
const field = (name: string, more: Partial<PermissionRow> = {}) =>
  row(`field:${name}`, {
    category: 'fields',
    objectType: 3,
    name: `field:${name}`,
    parent: 'mediaType:films',
    givable: ['canRead', 'canWrite'],
    ...more,
  })

const noOwn = ({ own }: PermissionRow) => own

describe('[CT:permissionList] rows', () => {
  test('[AUTH28] what is given on a source holds below it, the nearest giver first', () => {
    const tree = [
      row('source:1', { own: marks(true) }),
      row('source:2', { parent: 'source:1', own: marks(true, true) }),
      row('source:3', { parent: 'source:2' }),
      row('source:4'),
    ]
    const [, second, third, fourth] = withOwn(tree, noOwn)
    expect(second?.effective).toEqual(marks(true, true))
    expect(third?.inherited.map(({ from }) => from.label)).toEqual(['2', '1'])
    expect(third?.effective).toEqual(marks(true, true))
    expect(fourth?.effective).toEqual(NO_MARKS)
    const without = withOwn(tree, ({ key, own }) => (key === 'source:2' ? null : own))
    expect(without[2]?.effective).toEqual(marks(true))
  })

  test('[P4] a field without a rule is open, and of several rules the one that allows more counts', () => {
    const [open, hidden, both] = withOwn(
      [
        field('films.title'),
        field('films.notes', { own: NO_MARKS }),
        field('films.year', { own: NO_MARKS, inherited: [fromGroup('Editors', marks(true))] }),
      ],
      noOwn,
    )
    expect([open, hidden, both].map((each) => each && fieldChoice(each.effective))).toEqual([
      'open',
      'hidden',
      'readOnly',
    ])
    expect(overruled(both as PermissionRow)).toBe('read-only all the same')
    expect(overruled(hidden as PermissionRow)).toBeNull()
  })

  test('tell where something comes from', () => {
    const given = row('mediaType:films', {
      inherited: [fromGroup('Editors', marks(true, true)), fromGroup('Guests', marks(true))],
    })
    expect(origins(given)).toBe('Editors: read, write · Guests: read')
    expect(givers(given, 'canWrite')).toBe('Editors')
  })
})

describe('[CT:permissionList] edits', () => {
  test('who may write or delete reads too, and without reading nothing is left', () => {
    const none = row('mediaType:films')
    expect(withMark(none, 'canDelete', true)).toEqual(marks(true, false, true))
    expect(withMark({ ...none, own: marks(true, true, true) }, 'canRead', false)).toBeNull()
    expect(withMark({ ...none, own: marks(true, true) }, 'canWrite', false)).toEqual(marks(true))
    const reader = row('mediaType:films', { inherited: [fromGroup('Readers', marks(true))] })
    expect(withMark(reader, 'canWrite', true)).toEqual(marks(false, true))
    expect(withMark({ ...reader, own: marks(true, true) }, 'canRead', false)).toEqual(marks(false, true))
    expect(withMark({ ...reader, own: marks(false, true) }, 'canWrite', false)).toBeNull()
  })

  test('an edit back to what is saved is none', () => {
    const saved = new Map([['mediaType:films', marks(true)]])
    const one = edited(NO_EDITS, saved, 'mediaType:films', marks(true, true))
    expect(one.size).toBe(1)
    expect(edited(one, saved, 'mediaType:films', marks(true)).size).toBe(0)
    expect(edited(one, saved, 'mediaType:films', null).get('mediaType:films')).toBeNull()
  })

  test('[SVC:permission-save] the owner’s own items alone are saved, hidden fields among them', () => {
    const rows = [
      row('mediaType:films', { own: marks(true) }),
      row('mediaType:people', { inherited: [fromGroup('Editors', marks(true))] }),
      row('source:7', { own: marks(true, true) }),
      field('films.notes', { own: fieldMarks('hidden') }),
    ]
    expect(itemsOf(rows)).toEqual([
      { objectType: 2, objectId: null, key: 'films', ...marks(true) },
      { objectType: 1, objectId: 7, key: null, ...marks(true, true) },
      { objectType: 3, objectId: null, key: 'field:films.notes', ...NO_MARKS },
    ])
  })
})

describe('[CT:permissionList] lines', () => {
  const keys = (
    of: Partial<Parameters<typeof linesOf>[0]> & Pick<Parameters<typeof linesOf>[0], 'rows' | 'category'>,
  ) => linesOf({ opened: new Map(), filter: '', heldOnly: false, ...of }).map(({ key }) => key)
  const types = [row('mediaType:films', { label: 'Films' }), row('mediaType:users', { label: 'Users', system: true })]
  const fields = [field('films.title', { label: 'Title' }), field('films.year', { label: 'Year', own: NO_MARKS })]

  test('media types of Marquee itself stand folded under a heading, opened by a filter', () => {
    const rows = types
    expect(keys({ rows, category: 'mediaTypes' })).toEqual(['mediaType:films', 'system'])
    expect(keys({ rows, category: 'mediaTypes', opened: new Map([['system', true]]) })).toHaveLength(3)
    expect(keys({ rows, category: 'mediaTypes', filter: 'USE' })).toEqual(['system', 'mediaType:users'])
  })

  test('fields stand under their media type, whose name finds them too', () => {
    const rows = [...types, ...fields]
    const heading = 'fields:mediaType:films'
    expect(keys({ rows, category: 'fields' })).toEqual([heading])
    expect(keys({ rows, category: 'fields', filter: 'title' })).toEqual([heading, 'field:films.title'])
    expect(keys({ rows, category: 'fields', filter: 'films' })).toHaveLength(3)
    expect(keys({ rows, category: 'fields', heldOnly: true })).toEqual([heading, 'field:films.year'])
  })

  test('a source that is found is shown under those above it', () => {
    const rows = [
      row('source:1'),
      row('source:2', { parent: 'source:1' }),
      row('source:3', { parent: 'source:2', label: 'deep' }),
      row('source:4'),
    ]
    expect(keys({ rows, category: 'sources' })).toHaveLength(4)
    expect(keys({ rows, category: 'sources', opened: new Map([['source:2', false]]) })).not.toContain('source:3')
    expect(keys({ rows, category: 'sources', filter: 'deep' })).toEqual(['source:1', 'source:2', 'source:3'])
    const lines = linesOf({ rows, category: 'sources', filter: 'deep', opened: new Map(), heldOnly: false })
    expect(foundRows(lines).map(({ key }) => key)).toEqual(['source:3'])
  })

  test('of a large tree what leads to a rule is open', () => {
    const many = Array.from({ length: 100 }, (_, index) => row(`source:${index + 10}`, { parent: 'source:1' }))
    const rows = [row('source:1'), ...many]
    expect(keys({ rows, category: 'sources' })).toEqual(['source:1'])
    const given = rows.map((each) => (each.key === 'source:50' ? { ...each, own: marks(true) } : each))
    expect(keys({ rows: given, category: 'sources' })).toHaveLength(101)
  })
})
