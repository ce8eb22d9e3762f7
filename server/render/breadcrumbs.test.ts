import { describe, expect, it } from 'vitest'
import type { Page } from '../catalog/catalog.ts'
import { breadcrumbs, withoutIds } from './breadcrumbs.ts'

const page = (key: string, mediaType: string | null, parentKey: string | null): Page => ({
  key,
  mediaType,
  parentKey,
  title: key.toUpperCase(),
  layout: 'stack',
  menuOrder: null,
  menuGroup: null,
  icon: null,
  components: [],
})

const pages = new Map(
  [
    page('films', 'movies', null),
    page('film', 'movies', 'films'),
    page('people', 'people', null),
    page('person', 'people', 'people'),
    page('collections', 'collections', null),
    page('collection_films', 'collection_movies', 'collections'),
    page('collection_film', 'collection_movies', 'collection_films'),
    page('top_100', 'movies', null),
    page('round', null, 'about'),
    page('about', null, 'round'),
    page('self', null, 'self'),
    page('orphan', 'movies', 'gone'),
  ].map((each) => [each.key, each]),
)

function trail(key: string, previous?: string): string[] {
  return breadcrumbs({ pages }, pages.get(key) as Page, previous).map(({ pageKey }) => pageKey)
}

describe('breadcrumbs', () => {
  it('[PR3] are a page’s parents, the outermost first', () => {
    expect(trail('films')).toEqual([])
    expect(trail('collection_film')).toEqual(['collections', 'collection_films'])
    expect(breadcrumbs({ pages }, pages.get('film') as Page, undefined)).toEqual([{ title: 'FILMS', pageKey: 'films' }])
  })

  it('[PR13] end where a parent is unknown or comes round again', () => {
    expect(trail('orphan')).toEqual([])
    expect(trail('round')).toEqual(['about'])
    expect(trail('self')).toEqual([])
  })

  it.each([
    ['people', ['people']],
    ['person', ['people']],
    ['person/5', ['people']],
    ['person-5', ['people']],
    ['person_5', ['people']],
    ['person:5', ['people']],
    ['person/5,6,7', ['people']],
    ['collection_film/3', ['collections', 'collection_films']],
    ['collection_film_3', ['collections', 'collection_films']],
  ])('[RT:display.3] [RT:display.4] [VER:previous-page-key] lead from %s by its list', (previous, expected) => {
    expect(trail('film', previous)).toEqual(expected)
  })

  it('[RT:display.4] take a key that a page really has as it is', () => {
    expect(trail('film', 'top_100')).toEqual(['top_100'])
  })

  it.each(['nope', 'nope/5', 'person/new', 'person/5a', 'person/', '/5', '', 'person/5,', '5'])(
    '[RT:display.5] keep to the parents where %j leads nowhere',
    (previous) => expect(trail('film', previous)).toEqual(['films']),
  )

  it.each(['films', 'film', 'film/12'])('[RT:display.3] never lead from %s back to the page itself', (previous) => {
    expect(trail('films', previous)).toEqual([])
    expect(trail('film', previous)).toEqual(['films'])
  })
})

describe('a trailing id', () => {
  it.each([
    ['film/12', 'film'],
    ['film_12', 'film'],
    ['film-12', 'film'],
    ['film:12,13', 'film'],
    ['top_100/7', 'top_100'],
    ['film/new', 'film/new'],
    ['film/12x', 'film/12x'],
    ['film/12,', 'film/12,'],
    ['film,12', 'film,12'],
    ['12', '12'],
    ['/12', '/12'],
    ['film/٣', 'film/٣'],
  ])('[RT:display.4] [RT:display.5] of %s leaves %s', (key, expected) => expect(withoutIds(key)).toBe(expected))

  it('is found in no time in any text', () => {
    const start = performance.now()
    for (const text of ['_1'.repeat(50_000), '1,'.repeat(50_000), `a/${'1,'.repeat(50_000)}x`]) withoutIds(`${text}!`)
    expect(performance.now() - start).toBeLessThan(500)
  })
})
