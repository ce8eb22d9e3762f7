import type { Catalog, MediaType } from '../catalog/catalog.ts'
import { mediaTypeRights, type Rights } from '../catalog/rights.ts'
import type { RowRule } from '../catalog/row-rules.ts'
import { all, EVERYTHING, type Grant, type PermissionsPlan, type Predicate, Values } from './plan.ts'
import { sourceSet } from './source-set.ts'

/** The media type whose records rights go by. */
const SOURCES = 'sources'

/** Turns one caller's rights into predicates and grants of a statement [P1]–[P3]. */
export interface Authority {
  /** Records of the media type that the caller may read. */
  readonly visible: (type: string) => Predicate
  readonly permissions: (type: string) => PermissionsPlan
  readonly mayRead: (type: string) => boolean
  readonly mayCreate: (type: string) => boolean
  readonly unrestricted: boolean
}

/** Media types of which the caller may read records at all. */
export function readableTypes(catalog: Catalog, rights: Rights): readonly string[] {
  return [...catalog.mediaTypes.keys()].filter(authority(catalog, rights, new Values()).mayRead)
}

export function authority(catalog: Catalog, rights: Rights, values: Values): Authority {
  const typeOf = (name: string): MediaType => catalog.mediaTypes.get(name) as MediaType
  // The right to a source is the right to see it [P2]; a media-type right opens them all.
  const ownSources = (name: string): boolean => name === SOURCES && !mediaTypeRights(rights, typeOf(name)).read
  const bySource = (type: MediaType, sources: readonly number[] | undefined): Grant =>
    sources === undefined || type.sourceField === null ? true : sourceSet(sources, values)
  const viewer = rights.viewer === undefined ? [] : [rights.viewer]
  const byRule = ({ flag }: RowRule): Predicate => ({
    kind: 'any',
    of: [
      { kind: 'not', of: { kind: 'term', field: flag, operator: 'eq', slot: values.add(true) } },
      { kind: 'ids', slot: values.add(viewer) },
    ],
  })
  return {
    unrestricted: rights.unrestricted,
    mayRead: (name) => ownSources(name) || mediaTypeRights(rights, typeOf(name)).read,
    mayCreate: (name) => mediaTypeRights(rights, typeOf(name)).create,
    visible: (name) => {
      const type = typeOf(name)
      if (ownSources(name))
        return rights.sources === null
          ? EVERYTHING
          : { kind: 'ids', slot: values.add(rights.sources.read), isSet: true }
      if (!mediaTypeRights(rights, type).read) return { kind: 'never' }
      const grant = bySource(type, rights.sources?.read)
      const source: Predicate = typeof grant === 'object' ? { kind: 'source', ...grant } : EVERYTHING
      if (type.rowRule === undefined || rights.unrestricted) return source
      return all([source, byRule(type.rowRule)])
    },
    permissions: (name) => {
      const type = typeOf(name)
      const own = mediaTypeRights(rights, type)
      return {
        write: own.write && bySource(type, rights.sources?.write),
        delete: own.delete && bySource(type, rights.sources?.delete),
      }
    },
  }
}
