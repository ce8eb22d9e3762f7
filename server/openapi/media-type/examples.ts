import type { MediaType } from '../../catalog/catalog.ts'

/** `_meta` of the first page of a list, for whoever reads. */
export function metaExample(name: string): object {
  return {
    _pageCount: 3,
    _filterRowCount: 42,
    _pageSize: 20,
    _previousPage: '',
    _nextPage: `/api/v1/${name}?page=1`,
    _mainMediaType: name,
    _ids: null,
    _childMediaType: null,
    _include: [],
    _sortOrder: {},
    _fields: {},
    _filter: { _root: { operator: 'and', children: [] } },
    _page: 0,
    _hideMeta: false,
    _hideLinks: false,
    contentSelection: null,
  }
}

/** The template links of the first relations to one record [TL2]. */
export function templatesExample({ name, relations }: MediaType): object {
  const toOne = [...relations.values()].filter(({ owned, cardinality }) => owned && cardinality === 'one')
  const links = toOne.slice(0, 2).map(({ key, to }) => {
    return [`${name}.${key}`, { _href: `/api/v1/${to}/{${name}.${key}}`, _type: to }] as const
  })
  return Object.fromEntries(links)
}
