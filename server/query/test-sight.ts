import type { Relation } from '../catalog/catalog.ts'
import type { Row, World } from './test-world.ts'

/** What a user of a world may see and do, said as plainly as [P1] and [P2] say it. */
export interface Sight {
  readonly mayRead: (type: string) => boolean
  readonly mayCreate: (type: string) => boolean
  readonly sees: (type: string, row: Row) => boolean
  readonly mayWrite: (type: string, row: Row) => boolean
  readonly mayDelete: (type: string, row: Row) => boolean
  readonly visible: (type: string) => readonly Row[]
  /** Ids of the records that the caller sees a record to be related to. */
  readonly related: (row: Row, relation: Relation) => readonly number[]
}

type Right = 'read' | 'write' | 'delete'

const UNDER_SOURCES = ['films', 'makers']

export function sightOf(world: World, user: number): Sight {
  const own = world.grants.filter(({ owner }) =>
    owner.kind === 'user' ? owner.index === user : world.memberships[user]?.includes(owner.index),
  )
  const onType = (type: string, right: Right) => own.some((grant) => grant.on === type && grant[right])
  const onSource = (id: number | null, right: Right): boolean => {
    if (id === null) return false
    if (own.some((grant) => grant.on === id && grant[right])) return true
    return onSource((recordOf(world, 'sources', id)?.parent ?? null) as number | null, right)
  }
  const may = (type: string, row: Row, right: Right): boolean =>
    onType(type, right) &&
    (!UNDER_SOURCES.includes(type) || row.source === null || onSource(row.source as number, right))
  const sees = (type: string, row: Row): boolean =>
    may(type, row, 'read') || (type === 'sources' && onSource(row.id, 'read'))
  const visible = (type: string) => (world.rows[type] ?? []).filter((row) => sees(type, row))
  return {
    mayRead: (type) => type === 'sources' || onType(type, 'read'),
    mayCreate: (type) => onType(type, 'write'),
    sees,
    mayWrite: (type, row) => may(type, row, 'write'),
    mayDelete: (type, row) => may(type, row, 'delete'),
    visible,
    related: (row, relation) => {
      const seen = new Set(visible(relation.to).map(({ id }) => id))
      return relatedIds(world, row, relation).filter((id) => seen.has(id))
    },
  }
}

export function recordOf(world: World, type: string, id: number | null): Row | undefined {
  return world.rows[type]?.find((row) => row.id === id)
}

function relatedIds(world: World, row: Row, { via, to }: Relation): readonly number[] {
  if (via.kind === 'column') return row[via.column] === null ? [] : [row[via.column] as number]
  if (via.kind === 'reverse')
    return (world.rows[to] ?? []).filter((other) => other[via.column] === row.id).map(({ id }) => id)
  const joins: readonly Readonly<Record<string, unknown>>[] = world.joins[via.table] ?? world.rows[via.table] ?? []
  return [
    ...new Set(joins.filter((join) => join[via.fromColumn] === row.id).map((join) => join[via.toColumn] as number)),
  ]
}
