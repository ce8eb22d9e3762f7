import { describe, expect, test } from 'vitest'
import type { ListColumn, ListRow } from '../../../../../shared/page.ts'
import { addRows, removeRows, setCell, withBase } from './actions.ts'
import { collectEdits } from './collect.ts'
import { type AddedRow, type ListEdits, NO_EDITS } from './list-edits.ts'
import { type FreshList, mergeEdits } from './merge.ts'

const column = (name: string) => ({ name, label: name, widget: 'text', props: {}, validation: {} }) as ListColumn
const [ROLE, NOTE] = [column('role'), column('note')]
const COLUMNS = [ROLE, NOTE]
const rowOf = (id: number, values: Record<string, unknown> = { role: `role ${id}`, note: 'x' }, etag = `${id}.1`) =>
  ({ id, etag, canWrite: true, canDelete: true, values, labels: {} }) satisfies ListRow
const added = (key: string, more: Partial<AddedRow> = {}): AddedRow => ({
  ...{ key, name: key, values: {}, shown: {}, labels: {} },
  ...more,
})
const startOf = (count: number): ListEdits => withBase(NO_EDITS, [...Array(count).keys()])

describe('[R6.a] a merge', () => {
  const list = { title: 'Films', columns: COLUMNS, nameOf: (row: ListRow) => `Row ${row.id}` }
  const freshOf = (rows: readonly ListRow[], known: FreshList['known'] = null): FreshList => ({
    ...{ rows: new Map(rows.map((row) => [row.id, row])), order: null, known },
  })

  test('keeps what is typed, added and removed while it is under way', () => {
    let now = setCell(startOf(4), rowOf(1), { field: ROLE, value: 'mine' })
    const fresh = freshOf([rowOf(1, { role: 'role 1', note: 'new' }, '1.2')], new Set([1]))
    const merge = mergeEdits(now, fresh, { ...list, chosenField: undefined }, (change) => {
      now = change(now)
    })
    now = addRows(setCell(now, rowOf(2), { field: ROLE, value: 'later' }), [added('new-1')])
    now = removeRows(setCell(now, rowOf(1), { field: NOTE, value: 'too' }), [rowOf(3)])
    merge.apply(new Set())
    expect(collectEdits(now)).toEqual({
      add: [{ key: 'new-1' }],
      update: [
        { id: 1, etag: '1.2', values: { role: 'mine', note: 'too' } },
        { id: 2, etag: '2.1', values: { role: 'later' } },
      ],
      remove: [{ id: 3, etag: '3.1' }],
    })
  })

  test('makes of a record that both added one row, and asks about what both filled in', () => {
    const theirs = rowOf(70, { film: 7, role: 'theirs', note: 'only theirs' }, '70.1')
    const rows = [added('n1', { relatedId: 7, values: { role: 'mine' } }), added('n2', { relatedId: 8 })]
    let now = addRows(startOf(0), rows)
    const merge = mergeEdits(now, freshOf([theirs]), { ...list, chosenField: 'film' }, (change) => {
      now = change(now)
    })
    expect(merge.conflicts).toMatchObject([{ id: '70.role', mine: { value: 'mine' }, theirs: { value: 'theirs' } }])
    expect(merge.taken).toEqual(['Row 70', 'Row 70: note'])
    const before = now
    merge.apply(new Set())
    expect(collectEdits(now)).toEqual({
      add: [{ key: 'n2', relatedId: 8 }],
      update: [{ id: 70, etag: '70.1', values: { role: 'mine' } }],
    })
    now = before
    merge.apply(new Set(['70.role']))
    expect(collectEdits(now)).toEqual({ add: [{ key: 'n2', relatedId: 8 }] })
  })
})
