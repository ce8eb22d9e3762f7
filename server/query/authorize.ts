import type { Catalog, MediaType } from '../catalog/catalog.ts'
import { mediaTypeRights, type Rights } from '../catalog/rights.ts'
import { EVERYTHING, type Grant, type PermissionsPlan, type Predicate, type Values } from './plan.ts'

/** Turns one caller's rights into predicates and grants of a statement [P1]–[P3]. */
export interface Authority {
  /** Records of the media type that the caller may read. */
  readonly visible: (type: string) => Predicate
  readonly permissions: (type: string) => PermissionsPlan
  readonly mayRead: (type: string) => boolean
  readonly mayCreate: (type: string) => boolean
  readonly unrestricted: boolean
}

export function authority(catalog: Catalog, rights: Rights, values: Values): Authority {
  const typeOf = (name: string): MediaType => catalog.mediaTypes.get(name) as MediaType
  const bySource = (type: MediaType, sources: readonly number[] | undefined): Grant =>
    sources === undefined || type.sourceField === null ? true : { slot: values.add(sources) }
  return {
    unrestricted: rights.unrestricted,
    mayRead: (name) => mediaTypeRights(rights, typeOf(name)).read,
    mayCreate: (name) => mediaTypeRights(rights, typeOf(name)).create,
    visible: (name) => {
      const type = typeOf(name)
      if (!mediaTypeRights(rights, type).read) return { kind: 'never' }
      const grant = bySource(type, rights.sources?.read)
      return typeof grant === 'object' ? { kind: 'source', slot: grant.slot } : EVERYTHING
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
