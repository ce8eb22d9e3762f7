/** The envelopes of the limit's answers, put together by hand around the text that Postgres wrote. */

const to = (column: string, type: string): [string, object] => [
  `movies.${column}`,
  { _href: `/api/v1/${type}/{movies.${column}}`, _type: type },
]
const below = (type: string): [string, object] => [
  `movies.${type}`,
  { _href: `/api/v1/movies/{movies.id}/${type}`, _type: type },
]
const back = (type: string): [string, object] => [
  `movies.${type}[movie]`,
  { _href: `/api/v1/${type}?movie={movies.id}`, _type: type },
]

const TEMPLATES = JSON.stringify(
  Object.fromEntries([
    to('rating', 'ratings'),
    to('director', 'people'),
    to('creative_type', 'creative_types'),
    to('source', 'sources'),
    below('genres'),
    to('distributor', 'distributors'),
    below('collections'),
    back('collection_movies'),
    back('import_notes'),
  ]),
)

const META_END = '"_childMediaType":null,"_include":[],"_sortOrder":{},"_fields":{},"_filter":{"_root":'
const SHOWN = '"_hideMeta":false,"_hideLinks":false,"contentSelection":null}'

export function oneEnvelope(id: number, film: string): string {
  return `{"_meta":{"_pageCount":1,"_filterRowCount":1,"_pageSize":20,"_previousPage":"","_nextPage":"","_mainMediaType":"movies","_ids":[${id}],${META_END}{"operator":"and","children":[]}},"_page":0,${SHOWN},"_links":${TEMPLATES},"movies":[${film}],"_linked":{}}`
}

export interface PageMeta {
  readonly count: number
  readonly page: number
  /** The query's other parameters as they stand in links to other pages, each with `&` behind it. */
  readonly others: string
  /** The filter's tree as JSON. */
  readonly root: string
}

export function pageEnvelope({ count, page, others, root }: PageMeta, films: string): string {
  const pages = Math.ceil(count / 20)
  const previous = page > 0 ? `/api/v1/movies?${others}page=${page - 1}` : ''
  const next = page + 1 < pages ? `/api/v1/movies?${others}page=${page + 1}` : ''
  return `{"_meta":{"_pageCount":${pages},"_filterRowCount":${count},"_pageSize":20,"_previousPage":"${previous}","_nextPage":"${next}","_mainMediaType":"movies","_ids":null,${META_END}${root}},"_page":${page},${SHOWN},"_links":${TEMPLATES},"movies":${films},"_linked":{},"_permissions":{"can_create":true}}`
}

export function bareEnvelope(films: string): string {
  return `{"_links":${TEMPLATES},"movies":${films},"_linked":{},"_permissions":{"can_create":true}}`
}

const COLUMNS = JSON.stringify([
  { _name: 'genres', _role: 'group', _type: 'Related', _label: 'Genres', _relatedMediaType: 'genres' },
  { _name: 'year', _role: 'group', _type: 'Integer', _label: 'Year' },
  { _name: 'films', _role: 'aggregate', _function: 'count', _type: 'Integer', _label: 'Films' },
  { _name: 'gross', _role: 'aggregate', _function: 'sum', _type: 'Money', _label: 'US gross' },
])

/** `rest`: the members of rows and linked records. */
export function aggregateEnvelope(groups: number, rest: string): string {
  return `{"_meta":{"_pageCount":${Math.ceil(groups / 600)},"_filterRowCount":${groups},"_pageSize":600,"_page":0,"_mainMediaType":"movies"},"_columns":${COLUMNS},${rest}}`
}
