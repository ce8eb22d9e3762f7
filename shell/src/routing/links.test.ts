import { expect, test } from 'vitest'
import { pageLink } from './links.ts'

test('a link names the page, the item and the way back', () => {
  expect(pageLink('films')).toBe('/p/films')
  expect(pageLink('film edit', 7, 'films')).toBe('/p/film%20edit/7?previousPageKey=films')
  expect(pageLink('film', '7,8')).toBe('/p/film/7,8')
  expect(pageLink('person', 3, 'film/7')).toBe('/p/person/3?previousPageKey=film%2F7')
})
