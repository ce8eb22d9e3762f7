import { expect, test } from 'vitest'
import { linkedId } from './linked-id.ts'

const values: Readonly<Record<string, unknown>> = { position: 3, film: 7, title: 'Heat' }
const idOf = (link?: { readonly pageKey: string; readonly id?: string }) =>
  linkedId({ name: 'position', props: link === undefined ? {} : { link } }, (name) => values[name])

test('a link leads to the id its field holds, or the field it names', () => {
  expect(idOf({ pageKey: 'film' })).toBe(3)
  expect(idOf({ pageKey: 'film', id: 'film' })).toBe(7)
})

test('without an id there is no link', () => {
  expect(idOf()).toBeUndefined()
  expect(idOf({ pageKey: 'film', id: 'title' })).toBeUndefined()
  expect(idOf({ pageKey: 'film', id: 'gone' })).toBeUndefined()
})
