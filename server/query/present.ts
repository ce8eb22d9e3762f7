import type { FilterGroupJson, FilterTermJson, Meta, SortTerm, TemplateLink } from '../../shared/envelope.ts'
import type { FilterNode, FilterTerm } from '../../shared/filter-ast.ts'
import type { Catalog, MediaType } from '../catalog/catalog.ts'
import type { BoundRead } from './bind.ts'
import type { Keyed, ReadRequest, ReadTarget } from './request.ts'

/** What the statement found, as the text Postgres wrote. */
export interface Found {
  readonly main: string
  readonly linked: string
  readonly count: number
  /** The single entity's own tag. */
  readonly tag: string | null
}

export interface Presented {
  readonly body: string
  /** Entity tag with its quotes; null for the empty entity of an unknown id [D12]. */
  readonly etag: string | null
  readonly found: boolean
}

/** Puts the envelope around what Postgres wrote (specification, "Response envelope of the data API"). */
export function present(bound: BoundRead, found: Found, digest: (text: string) => string): Presented {
  const { request, type, catalog } = bound
  const members = [
    ...(request.hideMeta ? [] : [`"_meta":${JSON.stringify(meta(bound, found.count))}`]),
    ...(request.hideLinks
      ? []
      : [`"_links":${templateLinks([type.name, ...bound.plan.linked.map((linked) => linked.type)], catalog)}`]),
    `${JSON.stringify(type.name)}:${found.main}`,
    `"_linked":${found.linked}`,
    ...(bound.plan.shape === 'many' || request.created ? [`"_permissions":{"can_create":${bound.mayCreate}}`] : []),
  ]
  const body = `{${members.join(',')}}`
  const single = bound.plan.shape === 'one'
  const isFound = !single || found.tag !== null
  return {
    body,
    found: isFound,
    etag: isFound ? `"${tag(bound, found, body, digest)}"` : null,
  }
}

/** A shaped entity's tag covers the body, and begins with the entity's own so that a write may be conditional on it. */
function tag(bound: BoundRead, found: Found, body: string, digest: (text: string) => string): string {
  if (bound.plan.shape === 'many') return digest(body)
  return bound.shaped ? `${found.tag}-${digest(body)}` : (found.tag as string)
}

function meta(bound: BoundRead, count: number): Meta {
  const { request, pageSize } = bound
  const pageCount = Math.ceil(count / pageSize)
  const { target } = request
  return {
    _pageCount: pageCount,
    _filterRowCount: count,
    _pageSize: pageSize,
    _previousPage: request.page > 0 && pageCount > 0 ? pageUrl(request, Math.min(request.page, pageCount) - 1) : '',
    _nextPage: request.page + 1 < pageCount ? pageUrl(request, Math.max(request.page + 1, 0)) : '',
    _mainMediaType: request.mediaType,
    _ids: idsOf(target),
    _childMediaType: target.kind === 'sublevel' ? bound.type.name : null,
    _include: request.include.map((path) => path.join('.')),
    _sortOrder: byType(
      request.sort,
      bound.type.name,
      (key): SortTerm => ({
        _sortType: key.descending ? 'descending' : 'ascending',
        _columnName: key.relatedField === undefined ? key.field : `${key.field}[${key.relatedField}]`,
      }),
    ),
    _fields: request.fields === null ? {} : byType(request.fields, bound.type.name, (name) => name),
    _filter: { _root: request.created ? null : filterJson(request) },
    _page: request.page,
    _hideMeta: request.hideMeta,
    _hideLinks: request.hideLinks,
    contentSelection: null,
  }
}

function idsOf(target: ReadTarget): readonly number[] | null {
  if (target.kind === 'list') return null
  if (target.kind === 'ids') return target.ids
  return target.id === null ? [] : [target.id]
}

function byType<T, U>(keyed: Keyed<T>, main: string, present: (item: T) => U): Record<string, readonly U[]> {
  const entries = [...keyed.byType].map(([name, items]) => [name, items.map(present)] as const)
  return Object.fromEntries(keyed.main !== null ? [[main, keyed.main.map(present)], ...entries] : entries)
}

/** The same request with another page: every parameter as it came. */
function pageUrl(request: ReadRequest, page: number): string {
  const query = new URLSearchParams(request.query)
  query.set('page', String(page))
  return `${request.path}?${query}`
}

function filterJson(request: ReadRequest): FilterGroupJson {
  const equals = request.equals.map((equal): FilterTermJson => {
    return {
      field: equal.field,
      ...(equal.relatedField === undefined ? {} : { relatedField: equal.relatedField }),
      operator: 'eq',
      value: equal.text,
    }
  })
  if (request.filter === null) return { operator: 'and', children: equals }
  const root = nodeJson(request.filter)
  if (equals.length === 0) return 'children' in root ? root : { operator: 'and', children: [root] }
  return { operator: 'and', children: [root, ...equals] }
}

function nodeJson(node: FilterNode): FilterGroupJson | FilterTermJson {
  if (node.kind === 'group') return { operator: node.operator, children: node.children.map(nodeJson) }
  return {
    field: node.field,
    ...(node.relatedField === undefined ? {} : { relatedField: node.relatedField }),
    operator: node.operator,
    value: termValue(node),
  }
}

function termValue(term: FilterTerm): unknown {
  return term.value.kind === 'text' ? term.value.text : term.value.items.map((item) => item.raw)
}

const templates = new WeakMap<Catalog, Map<string, string>>()

/** Template links of the media types read (specification, "Template links"); each type's are written once per catalog. */
function templateLinks(types: readonly string[], catalog: Catalog): string {
  const known = templates.get(catalog) ?? new Map<string, string>()
  templates.set(catalog, known)
  const members = [...new Set(types)].map((name) => {
    const text = known.get(name) ?? JSON.stringify(typeTemplates(catalog, name)).slice(1, -1)
    known.set(name, text)
    return text
  })
  return `{${members.filter((text) => text !== '').join(',')}}`
}

function typeTemplates(catalog: Catalog, name: string): Record<string, TemplateLink> {
  const type = catalog.mediaTypes.get(name) as MediaType
  const links: Record<string, TemplateLink> = {}
  for (const relation of type.relations.values()) {
    const { via, to, key } = relation
    if (via.kind === 'column')
      links[`${type.name}.${key}`] = { _href: `/api/v1/${to}/{${type.name}.${key}}`, _type: to }
    else if (via.kind === 'link')
      links[`${type.name}.${to}`] = { _href: `/api/v1/${type.name}/{${type.name}.id}/${to}`, _type: to }
    else {
      const column = key.slice(to.length + 1, -1)
      links[`${type.name}.${key}`] = { _href: `/api/v1/${to}?${column}={${type.name}.id}`, _type: to }
    }
  }
  return links
}
