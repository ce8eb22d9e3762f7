import { describe, expect, test } from 'vitest'
import type { ListColumn } from '../../../../shared/page.ts'
import { linesOf, neighbour } from './lines.ts'
import { rowText } from './row-text.ts'
import type { ShownRow } from './shown-rows.ts'

const columns = [
  { name: 'title', label: 'Title' },
  { name: 'role', label: 'Role' },
  { name: 'status', label: 'Status', enumValues: [{ value: 'x', label: 'In review' }] },
  { name: 'film', label: 'Film', linkKey: 'film' },
] as unknown as ListColumn[]
const row = (id: number, more: Partial<ShownRow> = {}): ShownRow => ({
  id,
  row: null,
  isNew: false,
  label: `Row ${id}`,
  values: {},
  labels: {},
  state: 'saved',
  changed: [],
  errors: undefined,
  editable: [],
  removable: true,
  ...more,
})

describe('the lines of a table', () => {
  test('[CT:relatedList] tell what is wrong with a row right below it, by the names of its columns', () => {
    const errors = { role: 'At most 3 characters', title: 'Title is required', slug: 'Taken' }
    const lines = linesOf([row(1, { errors }), row(2)], columns)
    expect(lines.map((line) => (line.kind === 'row' ? line.index : line.text))).toEqual([
      0,
      'Role: At most 3 characters · Title is required · Taken',
      1,
    ])
  })
})

describe('the cell that Tab leads to', () => {
  const rows = [row(1, { editable: ['role', 'status'] }), row(2), row(3, { editable: ['role'] })]

  test('[CT:relatedList] is the next that can be edited, in reading order, past rows without any', () => {
    expect(neighbour(rows, columns, { id: 1, field: 'role' }, 1)).toEqual({ id: 1, field: 'status' })
    expect(neighbour(rows, columns, { id: 1, field: 'status' }, 1)).toEqual({ id: 3, field: 'role' })
    expect(neighbour(rows, columns, { id: 3, field: 'role' }, -1)).toEqual({ id: 1, field: 'status' })
  })

  test('[CT:relatedList] is none at the ends', () => {
    expect(neighbour(rows, columns, { id: 3, field: 'role' }, 1)).toBeNull()
    expect(neighbour(rows, columns, { id: 1, field: 'role' }, -1)).toBeNull()
  })
})

test('[CT:orderedRelatedList] rows are searched by what they show: labels of choices and of related records', () => {
  const values = { title: 'HEAT', status: 'x', film: 7 }
  const text = rowText(row(1, { values, labels: { film: [{ id: 7, label: 'Jaws' }] } }), columns)
  for (const word of ['heat', 'in review', 'jaws', 'row 1']) expect(text).toContain(word)
  expect(text).not.toContain('7')
})
