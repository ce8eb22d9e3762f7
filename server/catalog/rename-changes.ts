import { indexName, relationName } from '../db/index-name.ts'
import { identifier } from './catalog.ts'
import { alter, sequenceName } from './ddl.ts'
import { change, columnSubject, columnTitle, type Step, type Subject, tableSubject } from './table-change.ts'
import type { ColumnModel, TableModel } from './table-model.ts'

/** A table as it was and as it is to be, with its columns that stay. */
export interface KeptTable {
  readonly was: TableModel
  readonly is: TableModel
  readonly columns: readonly (readonly [ColumnModel, ColumnModel])[]
}

interface Rename {
  readonly from: string
  readonly to: string
  readonly statement: (from: string, to: string) => string
  readonly summary: string
  readonly subject: Subject
}

/** Names follow: of tables, columns, and of everything that is named after them. */
export function renames(kept: readonly KeptTable[]): readonly Step[] {
  const tables = kept.map(({ was, is }) => renamed(was.name, is.name, tableRename(was, is)))
  const columns = kept.flatMap(({ was, is, columns }) => {
    return inOrder(
      columns.flatMap(([before, after]) => renamed(before.name, after.name, columnRename(was, is, before, after))),
    )
  })
  const references = kept.flatMap(({ was, is, columns }) =>
    inOrder(columns.flatMap((pair) => referenceRename(was, is, pair))),
  )
  const indexes = kept.flatMap(({ was, is, columns }) => [
    ...keyRenames(was, is),
    ...columns.flatMap(([before, after]) => indexRenames(was, is, before, after)),
  ])
  return [
    ...steps(inOrder(tables.flat()), 'move tables', 'rename tables'),
    ...steps([...columns, ...references, ...inOrder(indexes)], 'move parts', 'rename parts'),
  ]
}

interface Ordered {
  readonly rename: Rename
  /** Another one wants the name: it is given up first. */
  readonly by: string | null
}

/** Where a name passes from one to another, its holder goes by another name meanwhile. */
function inOrder(all: readonly Rename[]): readonly Ordered[] {
  const wanted = new Set(all.map(({ to }) => to))
  return all.map((rename, index) => ({ rename, by: wanted.has(rename.from) ? `marquee_moving_${index}` : null }))
}

function steps(
  ordered: readonly Ordered[],
  move: 'move tables' | 'move parts',
  finish: 'rename tables' | 'rename parts',
): readonly Step[] {
  return ordered.flatMap(({ rename: { from, to, statement, summary, subject }, by }): readonly Step[] => {
    if (by === null) return [{ phase: finish, change: change(summary, subject, [statement(from, to)]) }]
    return [
      { phase: move, change: change(`make way: ${summary}`, subject, [statement(from, by)]) },
      { phase: finish, change: change(summary, subject, [statement(by, to)]) },
    ]
  })
}

type Described = Pick<Rename, 'statement' | 'summary' | 'subject'>

function renamed(from: string, to: string, rename: Described): readonly Rename[] {
  return from === to ? [] : [{ from, to, ...rename }]
}

function tableRename(was: TableModel, is: TableModel): Described {
  return {
    statement: (from, to) => `alter table ${identifier(from)} rename to ${identifier(to)}`,
    summary: `rename table ${was.name} to ${is.name}`,
    subject: tableSubject(is),
  }
}

function columnRename(was: TableModel, is: TableModel, before: ColumnModel, after: ColumnModel): Described {
  return {
    statement: (from, to) => `${alter(is)} rename column ${identifier(from)} to ${identifier(to)}`,
    summary: `rename column ${columnTitle(was, before)} to ${after.field?.name ?? after.name}`,
    subject: columnSubject(is, after),
  }
}

function referenceRename(
  was: TableModel,
  is: TableModel,
  [before, after]: readonly [ColumnModel, ColumnModel],
): readonly Rename[] {
  // one that goes is dropped under its old name, before anything is renamed
  if (before.reference === null || after.reference === null) return []
  const [from, to] = [indexName(was.name, before.name, 'fkey'), indexName(is.name, after.name, 'fkey')]
  return renamed(from, to, {
    statement: (old, now) => `${alter(is)} rename constraint ${identifier(old)} to ${identifier(now)}`,
    summary: `rename the foreign key of ${columnTitle(is, after)}`,
    subject: columnSubject(is, after),
  })
}

function keyRenames(was: TableModel, is: TableModel): readonly Rename[] {
  const key = renamed(relationName(was.name, 'pkey'), relationName(is.name, 'pkey'), indexRename(is, tableSubject(is)))
  if (is.kind === 'links') return key
  const sequence = renamed(sequenceName(was.name), sequenceName(is.name), {
    ...indexRename(is, tableSubject(is)),
    statement: (from, to) => `alter sequence if exists ${identifier(from)} rename to ${identifier(to)}`,
  })
  return [...key, ...sequence]
}

function indexRenames(was: TableModel, is: TableModel, before: ColumnModel, after: ColumnModel): readonly Rename[] {
  return before.indexes.flatMap(({ purpose }) => {
    const [from, to] = [indexName(was.name, before.name, purpose), indexName(is.name, after.name, purpose)]
    return renamed(from, to, indexRename(is, columnSubject(is, after)))
  })
}

function indexRename(is: TableModel, subject: Subject): Described {
  return {
    statement: (from, to) => `alter index if exists ${identifier(from)} rename to ${identifier(to)}`,
    summary: `rename an index of ${is.title}`,
    subject,
  }
}
