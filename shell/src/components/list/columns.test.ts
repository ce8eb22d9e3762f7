import { expect, test } from 'vitest'
import type { ListColumn } from '../../../../shared/page.ts'
import { orderColumns, visibleColumns } from './columns.ts'

const columns = ['a', 'b', 'c'].map((name) => ({ name, visible: name !== 'c' }) as ListColumn)
const names = (list: readonly ListColumn[]) => list.map((column) => column.name).join()

test('without a choice the server decides', () => expect(names(visibleColumns(columns, null))).toBe('a,b'))

test('a choice orders and shows', () => {
  expect(names(visibleColumns(columns, { order: ['c', 'b', 'a'], visible: { c: true, b: false } }))).toBe('c,a')
})

test('columns the choice does not know follow their neighbour; those that are gone are forgotten', () => {
  expect(names(orderColumns(columns, { order: ['gone', 'c', 'a'], visible: {} }))).toBe('c,a,b')
})

test('one column always stays', () => {
  expect(names(visibleColumns(columns, { order: [], visible: { a: false, b: false, c: false } }))).toBe('a')
})
