import { expect, it } from 'vitest'
import { labelOf, Names, plural, singular, snakeCase } from './words.ts'

it.each([
  ['FilmActor', 'film_actor'],
  ['FILM_ACTOR', 'film_actor'],
  ['film actor', 'film_actor'],
  ['FilmID', 'film_id'],
  ['URLPath', 'url_path'],
  ['Größe', 'grosse'],
  ['straße', 'strasse'],
  ['_links', 'links'],
  ['E-Mail', 'e_mail'],
  ['名前', ''],
  ['x'.repeat(70), 'x'.repeat(63)],
])('[M3] a name of the database becomes one of the catalogue: %s', (name, expected) => {
  expect(snakeCase(name)).toBe(expected)
})

it.each([
  ['film_actor', 'Film actor'],
  ['public_id', 'Public ID'],
  ['url', 'URL'],
])('[M3] %s is called %s', (name, expected) => {
  expect(labelOf(name)).toBe(expected)
})

it.each([
  ['films', 'film'],
  ['countries', 'country'],
  ['addresses', 'address'],
  ['statuses', 'status'],
  ['houses', 'house'],
  ['boxes', 'box'],
  ['branches', 'branch'],
  ['order_people', 'order_person'],
  ['children', 'child'],
  ['movies', 'movie'],
  ['analyses', 'analysis'],
])('[M3] one of %s is a %s, and the other way', (many, one) => {
  expect(singular(many)).toBe(one)
  expect(singular(one)).toBe(one)
  expect(plural(many)).toBe(many)
  expect(plural(one)).toBe(many)
})

it('[M3] what has no plural stays as it is', () => {
  for (const word of ['status', 'address', 'news', 'data', 'media']) expect(singular(word)).toBe(word)
  expect([plural('status'), plural('data'), plural('day')]).toEqual(['statuses', 'data', 'days'])
})

it('[M3] gives each name once, the longest with room for a number', () => {
  const names = new Names(['film'])
  const long = 'x'.repeat(63)
  const given = [names.take('film', 'shop_film'), names.take('film', 'shop_film'), names.take(long), names.take(long)]
  expect(given).toEqual(['shop_film', 'shop_film_2', long, `${'x'.repeat(61)}_2`])
})
