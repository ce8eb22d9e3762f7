import { expect, test } from 'vitest'
import { isOtherPage, pageLink } from './links.ts'

test('a link names the page, the item and the way back', () => {
  expect(pageLink('films')).toBe('/p/films')
  expect(pageLink('film edit', 7, 'films')).toBe('/p/film%20edit/7?previousPageKey=films')
  expect(pageLink('film', '7,8')).toBe('/p/film/7,8')
  expect(pageLink('person', 3, 'film/7')).toBe('/p/person/3?previousPageKey=film%2F7')
})

test('a page is another one by its item or the way back, not by the state of its list', () => {
  const at = (pathname: string, search = '') => ({ pathname, search })
  const here = at('/p/film/7', '?previousPageKey=films&page=2')
  expect(isOtherPage(here, at('/p/film/7', '?page=3&previousPageKey=films'))).toBe(false)
  expect(isOtherPage(here, at('/p/film/8', '?previousPageKey=films'))).toBe(true)
  expect(isOtherPage(here, at('/p/film/7', '?previousPageKey=person/3'))).toBe(true)
  expect(isOtherPage(here, at('/p/film/7'))).toBe(true)
})
