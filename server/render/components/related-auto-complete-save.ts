import type { EntityId } from '../../../shared/envelope.ts'
import { escaped, isObject } from '../../../shared/json.ts'
import { AppError, type Problem } from '../../errors.ts'
import type {
  ChangedRecord,
  ComponentSave,
  PlannedOperation,
  RecordChange,
  SaveContext,
} from '../save/component-save.ts'
import { invalid, pointerOf } from '../save/places.ts'
import { recordsOf } from './form-save.ts'
import { choicePlan } from './related-auto-complete-plan.ts'
import { ANY_TAG } from './related-operations.ts'

/**
 * What is chosen, as a change of the page's record. Of a relation to many only what came and went is told, so that
 * what others add meanwhile stays, and a long one is not sent whole.
 */
export function saveChoice(edits: unknown, context: SaveContext): ComponentSave {
  const plan = choicePlan(context)
  if (plan === null) throw new AppError({ code: 'NOT_FOUND', detail: `${context.component.key} names no relation` })
  const { relation, own } = plan
  if (own?.readOnly) return {}
  const { records, ...given } = isObject(edits) ? edits : {}
  const problems: Problem[] = []
  const named = recordsOf(records, context, problems)
  const save =
    relation.cardinality === 'many'
      ? changed(given, relation.key, named, context, problems)
      : chosen(given, relation.key, problems)
  if (problems.length > 0) throw new AppError(problems)
  const memberPlace = (member: string): string | null => (member === relation.key || member === own?.name ? '' : null)
  return { ...save, ...(named === null ? {} : { records: named }), memberPlace }
}

type Given = Readonly<Record<string, unknown>>

function chosen({ value, ...others }: Given, member: string, problems: Problem[]): ComponentSave {
  refuse(others, 'value', problems)
  if (value === undefined) return {}
  if (value !== null && !isId(value)) problems.push(invalid('/value', 'expected the id of a record, or null'))
  return { record: [{ member, isLink: true, value, pointer: '/value' }] }
}

function changed(
  { add, remove, ...others }: Given,
  member: string,
  named: readonly ChangedRecord[] | null,
  context: SaveContext,
  problems: Problem[],
): ComponentSave {
  refuse(others, '"add" and "remove"', problems)
  const [added, removed] = [idsOf(add, '/add', problems), idsOf(remove, '/remove', problems)]
  const both = removed.findIndex((id) => added.includes(id))
  if (both >= 0) problems.push(invalid(`/remove/${both}`, 'expected a record that is not added too'))
  if (added.length === 0) return removed.length === 0 ? {} : { record: [linkChange(member, 'Remove', removed)] }
  const record = [linkChange(member, 'Add', added)]
  // a relation has one change per operation
  return removed.length === 0 ? { record } : { record, operations: removals(member, removed, named, context) }
}

function linkChange(member: string, operation: 'Add' | 'Remove', values: readonly EntityId[]): RecordChange {
  const pointer = operation === 'Add' ? '/add' : '/remove'
  const place = ([, ...path]: readonly string[]): string => `${pointer}${pointerOf(path)}`
  return { member, isLink: true, value: { operation, values }, pointer, place }
}

function removals(
  member: string,
  values: readonly EntityId[],
  named: readonly ChangedRecord[] | null,
  { item, record, type }: SaveContext,
): readonly PlannedOperation[] {
  const ids = named?.map(({ id }) => id) ?? (item.kind === 'records' ? item.ids : [])
  const hrefs =
    item.kind === 'new' && typeof record === 'object' && record !== null
      ? [record]
      : ids.map((id) => `/api/v1/${type?.name}/${id}`)
  return hrefs.map((_href) => ({
    operation: {
      _op: 'update',
      _href,
      _etag: ANY_TAG,
      _data: { _links: { [member]: { operation: 'Remove', values } } },
    },
    place: ([, , , , ...path]) => `/remove${pointerOf(path)}`,
  }))
}

function idsOf(value: unknown, pointer: string, problems: Problem[]): readonly EntityId[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    problems.push(invalid(pointer, 'expected an array of ids of records'))
    return []
  }
  value.forEach((id: unknown, index) => {
    if (!isId(id)) problems.push(invalid(`${pointer}/${index}`, 'expected the id of a record'))
  })
  return [...new Set(value.filter(isId))]
}

function refuse(others: Given, expected: string, problems: Problem[]): void {
  for (const name of Object.keys(others)) problems.push(invalid(`/${escaped(name)}`, `expected only ${expected}`))
}

function isId(value: unknown): value is EntityId {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
