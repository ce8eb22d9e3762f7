import type { ExplainedAction, Reason } from '../../shared/explanation.ts'
import type { Catalog, Field, MediaType } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import { seenCatalog } from '../catalog/seen-catalog.ts'
import { AppError } from '../errors.ts'
import type { Grant } from './permission-grants.ts'

/**
 * A field as the metadata has it, for whoever sees it.
 *
 * @throws {AppError} UNKNOWN_FIELD for one that is not there, or is hidden from whoever asks, which is the same [P4].
 */
export function seenField(catalog: Catalog, rights: Rights, type: MediaType, name: string): Field {
  const isSeen = seenCatalog(catalog, rights).mediaTypes.get(type.name)?.fields.has(name) === true
  const field = isSeen ? type.fields.get(name) : undefined
  if (field !== undefined) return field
  throw new AppError({ code: 'UNKNOWN_FIELD', parameter: 'field', detail: `${type.name} has no field ${name}` })
}

interface About {
  readonly action: ExplainedAction
  readonly rights: Rights
  readonly grants: readonly Grant[]
}

/** What is to be said of the field beyond its record: who may see and change it [P4]. */
export function fieldReasons(field: Field, type: MediaType, { action, rights, grants }: About): readonly Reason[] {
  const what = `${type.name}.${field.name}`
  const right = action === 'read' ? 'read' : 'write'
  if (right === 'write' && field.readOnly) {
    return [{ kind: 'field', allows: false, detail: `${what} is read-only for everybody` }]
  }
  const limits = rights.fields?.get(type.name)
  const isHidden = limits?.hidden.has(field.name) === true
  const allows = !isHidden && (right === 'read' || limits?.readOnly.has(field.name) !== true)
  const ofField = grants.filter((grant) => grant.field === field.name && (allows ? grant[right] : !grant[right]))
  const by = ofField.map(({ kind, id, name, source }) => ({ kind, id, name, source }))
  const detail = allows
    ? `${right} is not withheld from ${what}`
    : `${what} is ${isHidden ? 'hidden' : 'read-only'} by the permissions on it`
  return [{ kind: 'field', allows, right, detail, by }]
}
