import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListColumn, ListRow } from '../../../../../shared/page.ts'
import type { RelatedListEdits, RowName } from '../../../../../shared/page-save.ts'
import type { RelatedListSchema } from '../../../../../shared/related-list.ts'
import { addRows, keepRows, removeRows, setAddedCell, setCell, setOrder, withBase } from './actions.ts'
import { wrongCells } from './check-edits.ts'
import { collectEdits, countEdits, movesOf } from './collect.ts'
import { type AddedRow, countsText, type ListEdits, NO_EDITS, shownValues } from './list-edits.ts'
import { type FreshList, mergeEdits } from './merge.ts'
import { applyMoves, movesBetween, placeRows } from './order.ts'
import { refusedRows } from './row-errors.ts'
import { filledSince, settleEdits } from './settle.ts'

const column = (name: string, more: Partial<ListColumn> = {}) =>
  ({ name, label: name, widget: 'text', props: {}, validation: {}, ...more }) as ListColumn
const ROLE = column('role')
const NOTE = column('note', { required: true })
const COLUMNS = [ROLE, NOTE]
const rowOf = (id: number, values: Record<string, unknown> = { role: `role ${id}`, note: 'x' }, etag = `${id}.1`) =>
  ({ id, etag, canWrite: true, canDelete: true, values, labels: {} }) satisfies ListRow
const added = (key: string, more: Partial<AddedRow> = {}): AddedRow => ({
  key,
  name: key,
  values: {},
  shown: {},
  labels: {},
  ...more,
})
const isUnchanged = (edits: ListEdits): boolean => countsText(countEdits(edits)) === ''
const startOf = (count: number): ListEdits => withBase(NO_EDITS, [...Array(count).keys()])

/** What a server makes of what is sent: the contract of `RelatedListEdits`, done to rows in memory. */
function save(rows: readonly ListRow[], sent: RelatedListEdits) {
  const gone = new Set(sent.remove?.map(({ id }) => id))
  const values = new Map<RowName, unknown>(rows.map((row) => [row.id, row.values]))
  for (const one of sent.update ?? []) values.set(one.id, { ...(values.get(one.id) as object), ...one.values })
  for (const one of sent.add ?? []) values.set(one.key, one.values ?? {})
  let order: RowName[] = [...rows.map((row) => row.id).filter((id) => !gone.has(id))]
  order.push(...(sent.add ?? []).map(({ key }) => key))
  for (const { row, before } of sent.moves ?? []) {
    order = order.filter((name) => name !== row)
    order.splice(before === null ? order.length : order.indexOf(before), 0, row)
  }
  return order.map((name) => [name, values.get(name)] as const)
}

/** What the user sees of the list, without what is marked as removed. */
function shown(rows: readonly ListRow[], edits: ListEdits) {
  const values = new Map<RowName, unknown>([
    ...rows.map((row) => [row.id, shownValues(edits, row)] as const),
    ...edits.added.map((row) => [row.key, row.values] as const),
  ])
  const kept = edits.order.filter((name) => typeof name === 'string' || !edits.removed.has(name))
  return kept.map((name) => [name, values.get(name)] as const)
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), text: fc.string({ minLength: 1 }) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('keep' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('cell' as const), at: fc.nat(), text: fc.string({ minLength: 1 }) }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(), to: fc.nat() }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function act(edits: ListEdits, rows: readonly ListRow[], one: Step, index: number): ListEdits {
  if (one.kind === 'add') return addRows(edits, [added(`new-${index}`, { values: { role: one.text } })])
  const name = edits.order[one.at % Math.max(1, edits.order.length)]
  if (name === undefined) return edits
  if (one.kind === 'move') return setOrder(edits, placeRows(edits.order, new Set([name]), one.to % edits.order.length))
  const row = rows.find(({ id }) => id === name)
  if (one.kind === 'remove') return removeRows(edits, [row ?? String(name)])
  if (one.kind === 'keep') return typeof name === 'number' ? keepRows(edits, [name]) : edits
  const change = { field: ROLE, value: one.text }
  if (row === undefined) return setAddedCell(edits, String(name), change)
  return edits.removed.has(row.id) ? edits : setCell(edits, row, change)
}

const history = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.array(step, { maxLength: 25 })).map(([count, steps]) => {
  const rows = [...Array(count).keys()].map((id) => rowOf(id))
  const edits = steps.reduce((now, one, index) => act(now, rows, one, index), startOf(count))
  return { rows, edits }
})

describe('what is sent', () => {
  test('[CT:orderedRelatedList] makes of the saved rows what is shown', () =>
    fc.assert(
      fc.property(history, ({ rows, edits }) => {
        expect(save(rows, collectEdits(edits))).toEqual(shown(rows, edits))
      }),
    ))

  test('[CT:relatedList] is nothing where nothing differs, and is settled by its save', () =>
    fc.assert(
      fc.property(history, ({ rows, edits }) => {
        expect(isUnchanged(edits)).toBe(Object.keys(collectEdits(edits)).length === 0)
        expect(isUnchanged(settleEdits(edits, collectEdits(edits), rows))).toBe(true)
      }),
    ))

  test('[CT:relatedList] leaves what was changed since it was sent', () => {
    const first = setCell(startOf(3), rowOf(0), { field: ROLE, value: 'a' })
    const sent = collectEdits(first)
    const since = setCell(setCell(first, rowOf(0), { field: ROLE, value: 'b' }), rowOf(1), { field: ROLE, value: 'c' })
    const left = settleEdits(since, sent, [rowOf(0, { role: 'a', note: 'x' }, '0.2')])
    expect(collectEdits(left).update).toEqual([
      { id: 0, etag: '0.2', values: { role: 'b' } },
      { id: 1, etag: '1.1', values: { role: 'c' } },
    ])
  })

  test('[CT:relatedList] makes of what was filled into an added row since a change of the row it is by now', () => {
    const rows = [added('n1', { relatedId: 7 }), added('n2', { values: { role: 'two' } }), added('n3')]
    const sent = addRows(startOf(1), rows)
    const since = rows.reduce((now, { key }) => setAddedCell(now, key, { field: NOTE, value: 'late' }), sent)
    const [one, two] = [rowOf(70, { film: 7 }, '70.1'), rowOf(80, { role: 'two' }, '80.1')]
    const left = settleEdits(since, collectEdits(sent), [rowOf(0), one, two], 'film')
    expect(collectEdits(left)).toEqual({ update: [{ id: 70, etag: '70.1', values: { note: 'late' } }] })
    expect(filledSince(since, collectEdits(sent), [rowOf(0), one, two], 'film').lost).toEqual(['n2', 'n3'])
    expect(filledSince(sent, collectEdits(sent), [], 'film')).toEqual({ changed: new Map(), lost: [] })
  })

  test('[CT:relatedList] names each row with the tag it was shown with', () => {
    const edits = removeRows(setCell(startOf(3), rowOf(1), { field: ROLE, value: 'b' }), [rowOf(2)])
    expect(collectEdits(edits)).toEqual({
      update: [{ id: 1, etag: '1.1', values: { role: 'b' } }],
      remove: [{ id: 2, etag: '2.1' }],
    })
    expect(countsText(countEdits(edits))).toBe('1 removed, 1 changed')
  })

  test('[CT:relatedList] is no change once a cell is what it was', () => {
    const edits = setCell(startOf(1), rowOf(0), { field: ROLE, value: 'b' })
    expect(isUnchanged(setCell(edits, rowOf(0), { field: ROLE, value: 'role 0' }))).toBe(true)
  })
})

describe('moves', () => {
  const orders = fc
    .uniqueArray(fc.nat(200), { maxLength: 40 })
    .chain((from) =>
      fc.tuple(fc.constant(from), fc.shuffledSubarray(from, { minLength: from.length, maxLength: from.length })),
    )

  test('[CT:orderedRelatedList] lead from one order to any other', () =>
    fc.assert(
      fc.property(orders, ([from, to]) => {
        expect(applyMoves(from, movesBetween(from, to))).toEqual(to)
      }),
    ))

  test('[CT:orderedRelatedList] are as few as can be: one row moved is one move', () =>
    fc.assert(
      fc.property(orders, fc.nat(), fc.nat(), ([from], row, to) => {
        if (from.length === 0) return
        const moved = placeRows(from, new Set([from[row % from.length] as number]), to % from.length)
        expect(movesBetween(from, moved).length).toBeLessThanOrEqual(1)
      }),
    ))

  test('[R6.a] are done again beside the same rows after others changed the list', () => {
    const mine = setOrder(startOf(5), [4, 0, 1, 2, 3])
    expect(withBase(mine, [1, 0, 9, 2, 3, 4]).order).toEqual([1, 4, 0, 9, 2, 3])
    // the row it was put before is gone: it stands before the next one
    expect(withBase(mine, [1, 9, 2, 3, 4]).order).toEqual([4, 1, 9, 2, 3])
    // the moved row itself is gone
    expect(withBase(mine, [0, 1, 2, 3]).order).toEqual([0, 1, 2, 3])
  })
})

describe('a merge', () => {
  const fresh = (...rows: ListRow[]): FreshList => ({
    ...{ rows: new Map(rows.map((row) => [row.id, row])), order: null, known: null },
  })
  const merge = (edits: ListEdits, now: FreshList, chosenField?: string) => {
    let merged = edits
    const list = { title: 'Cast', columns: COLUMNS, nameOf: (row: ListRow) => `Row ${row.id}`, chosenField }
    const found = mergeEdits(edits, now, list, (change) => {
      merged = change(merged)
    })
    const after = (...giveUp: string[]) => {
      merged = edits
      found.apply(new Set(giveUp))
      return merged
    }
    return { ...found, after }
  }

  test('[R6.a] asks about cells that both changed, and takes what only they did', () => {
    const edits = setCell(startOf(2), rowOf(1), { field: ROLE, value: 'mine' })
    const found = merge(edits, fresh(rowOf(1, { role: 'theirs', note: 'new' }, '1.2')))
    expect(found.conflicts).toMatchObject([
      { id: '1.role', label: 'Row 1: role', mine: { value: 'mine' }, theirs: { value: 'theirs' } },
    ])
    expect(found.taken).toEqual(['Row 1: note'])
    expect(collectEdits(found.after()).update).toEqual([{ id: 1, etag: '1.2', values: { role: 'mine' } }])
    expect(isUnchanged(found.after('1.role'))).toBe(true)
  })

  test('[R6.a] tells of rows that they removed and I changed, and the other way round', () => {
    const edits = removeRows(setCell(startOf(3), rowOf(1), { field: ROLE, value: 'mine' }), [rowOf(2)])
    const found = merge(edits, fresh(rowOf(2, { role: 'theirs', note: 'x' }, '2.2')))
    expect(found.conflicts.map(({ id }) => id)).toEqual(['1', '2'])
    expect(isUnchanged(found.after('1', '2'))).toBe(true)
    expect(collectEdits(found.after('1')).remove).toEqual([{ id: 2, etag: '2.2' }])
  })

  test('[R6.a] asks nothing about a row that both removed, or that was touched where nobody sees', () => {
    const edits = removeRows(startOf(3), [rowOf(1), rowOf(2)])
    const found = merge(edits, fresh(rowOf(2, rowOf(2).values, '2.5')))
    expect(found.conflicts).toEqual([])
    expect(collectEdits(found.after()).remove).toEqual([{ id: 2, etag: '2.5' }])
  })
})

describe('what is wrong', () => {
  const sent: RelatedListEdits = {
    add: [{ key: 'n1' }],
    update: [{ id: 7, etag: '', values: {} }],
    remove: [{ id: 8 }],
  }
  const error = (pointer: string) => ({ status: '422', code: 'X', title: 'No', detail: pointer, source: { pointer } })

  test('[CT:relatedList] stands at the rows and fields that the pointers name', () => {
    const found = refusedRows(sent, ['/add/0/values/role', '/update/0/etag', '/remove/0', '/else'].map(error))
    expect([...found.errors]).toEqual([
      ['n1', { role: '/add/0/values/role' }],
      [7, { '': '/update/0/etag' }],
      [8, { '': '/remove/0' }],
    ])
    expect(found.others).toHaveLength(1)
  })

  test('[CT:relatedList] is found before it is sent, and goes when the cell is changed', () => {
    const schema = { columns: COLUMNS, editable: ['role', 'note'], create: { fields: COLUMNS } } as never
    const edits = setCell(addRows(startOf(1), [added('n1')]), rowOf(0), { field: NOTE, value: '' })
    const wrong = wrongCells(edits, schema as RelatedListSchema)
    expect([...wrong.keys()].sort()).toEqual([0, 'n1'])
    const mended = setAddedCell({ ...edits, errors: wrong }, 'n1', { field: NOTE, value: 'there' })
    expect(mended.errors.has('n1')).toBe(false)
  })

  test('[CT:relatedList] a removal takes the row’s changes and messages with it, and can be undone', () => {
    const edits = {
      ...setCell(startOf(2), rowOf(1), { field: ROLE, value: 'b' }),
      errors: new Map([[1, { role: 'x' }]]),
    }
    const removed = removeRows(edits, [rowOf(1)])
    expect([removed.changed.size, removed.errors.size]).toEqual([0, 0])
    expect(isUnchanged(keepRows(removed, [1]))).toBe(true)
  })

  test('removed rows keep their place and count as no move', () => {
    expect(movesOf(removeRows(startOf(4), [rowOf(1)]))).toEqual([])
  })
})
