import { type Catalog, identifier, literal, type MediaType } from './catalog.ts'
import { addColumn, alterColumn, dropColumn, type Place } from './column-changes.ts'
import { addReference, createTable, dropReference } from './ddl.ts'
import { fileChanges } from './file-changes.ts'
import { referenceChanges } from './reference-changes.ts'
import { type KeptTable, renames } from './rename-changes.ts'
import { sameColumn, sameTable, sameType } from './same-part.ts'
import {
  change,
  columnSubject,
  columnTitle,
  countSql,
  type Need,
  PHASES,
  type Step,
  type TableChange,
  tableSubject,
} from './table-change.ts'
import { type ColumnModel, type TableModel, tablesOf } from './table-model.ts'

export type { TableChange } from './table-change.ts'

/**
 * What leads from the tables of one catalog to those of another, in the order it is to be done. Tables of foreign and
 * system media types are left alone. Media types, fields and relations are the same by the ids of their rows, so that
 * another name is a renaming; by their names where a catalog was made of a document.
 */
export function tableChanges(before: Catalog, after: Catalog): readonly TableChange[] {
  const [was, is] = [tablesOf(before), tablesOf(after)]
  const kept = was.flatMap((table) =>
    keep(
      table,
      is.find((other) => sameTable(table, other)),
    ),
  )
  const dropped = was.filter((table) => !kept.some((pair) => pair.was === table) && !staysWithout(table, after))
  const added = is.filter((table) => !kept.some((pair) => pair.is === table) && !staysWithout(table, before))
  const free = freedNames(was)
  const steps = [
    ...fileChanges(before, after),
    ...was.flatMap((table) => looseReferences(table, dropped)),
    ...dropped.map(dropTable),
    ...kept.flatMap((pair) => keptSteps(pair, kept)),
    ...renames(kept),
    ...kept.flatMap(({ was, is }) => (was.name === is.name ? [] : [nameTaken(is, free)])),
    ...added.flatMap((table) => addTable(table, free)),
  ]
  return PHASES.flatMap((phase) => steps.filter((step) => step.phase === phase).map((step) => step.change))
}

function keep(was: TableModel, is: TableModel | undefined): readonly KeptTable[] {
  if (is === undefined) return []
  const columns = was.columns.flatMap((column) => {
    const other = is.columns.find((candidate) => sameColumn(column, candidate))
    return other === undefined ? [] : [[column, other] as const]
  })
  return [{ was, is, columns }]
}

/** A media type that becomes foreign, or was, keeps its table as it is. */
function staysWithout(table: TableModel, other: Catalog): boolean {
  if (table.kind === 'links') return false
  const type = { id: table.id, name: table.title } as MediaType
  return [...other.mediaTypes.values()].some((candidate) => sameType(candidate, type))
}

/** Names that no table holds any more once the renaming is done, or that tables of the catalog hold anyway. */
function freedNames(was: readonly TableModel[]): ReadonlySet<string> {
  return new Set(was.map(({ name }) => name))
}

/** Foreign keys that lead to a table which is to go, from others. */
function looseReferences(table: TableModel, dropped: readonly TableModel[]): readonly Step[] {
  return table.columns.flatMap((column): readonly Step[] => {
    const target = dropped.find(({ kind, title }) => kind === 'records' && title === column.reference?.target.name)
    if (target === undefined || target === table || table.kind === 'links') return []
    return [dropReferenceStep({ table, column })]
  })
}

function dropReferenceStep({ table, column }: Place): Step {
  const summary = `drop the foreign key of ${columnTitle(table, column)}`
  return {
    phase: 'drop references',
    change: change(summary, columnSubject(table, column), [dropReference(table, column)]),
  }
}

function dropTable(table: TableModel): Step {
  const records = table.kind === 'records'
  const what = records ? `the records of ${table.title}` : `the related records of ${table.title}`
  const loss = { description: what, probe: countSql(table) }
  const summary = records ? `drop media type ${table.title}` : `drop the joining table of ${table.title}`
  return {
    phase: records ? 'drop tables' : 'drop links',
    change: change(summary, tableSubject(table), [`drop table ${identifier(table.name)}`], { loss }),
  }
}

function keptSteps(pair: KeptTable, all: readonly KeptTable[]): readonly Step[] {
  const { was, is, columns } = pair
  const left = (column: ColumnModel): boolean =>
    columns.every(([before, after]) => column !== before && column !== after)
  const altered = columns.flatMap(([before, after]): readonly Step[] => {
    const alteration = alterColumn({ table: was, column: before }, { table: is, column: after })
    return alteration === null ? [] : [{ phase: 'alter columns', change: alteration }]
  })
  const added = is.columns.filter(left).map((column): Place => ({ table: is, column }))
  return [
    ...was.columns
      .filter(left)
      .map((column): Step => ({ phase: 'drop columns', change: dropColumn({ table: was, column }) })),
    ...columns.flatMap(([before, after]) =>
      referenceChanges({ table: was, column: before }, { table: is, column: after }, all),
    ),
    ...altered,
    ...added.map((place): Step => ({ phase: 'add columns', change: addColumn(place, was) })),
    ...added.flatMap(addReferenceStep),
  ]
}

function addTable(table: TableModel, free: ReadonlySet<string>): readonly Step[] {
  const records = table.kind === 'records'
  const summary = records ? `add media type ${table.title}` : `add the joining table of ${table.title}`
  return [
    {
      phase: records ? 'create tables' : 'create links',
      change: change(summary, tableSubject(table), createTable(table), { needs: nameNeeds(table, free) }),
    },
    ...table.columns.flatMap((column) => addReferenceStep({ table, column })),
  ]
}

function addReferenceStep({ table, column }: Place): readonly Step[] {
  const statements = addReference(table, column)
  if (statements.length === 0) return []
  const summary = `add a foreign key from ${columnTitle(table, column)} to ${column.reference?.target.name}`
  return [{ phase: 'add references', change: change(summary, columnSubject(table, column), statements) }]
}

function nameTaken(table: TableModel, free: ReadonlySet<string>): Step {
  const needs = nameNeeds(table, free)
  return { phase: 'move tables', change: change(`the name ${table.name} is free`, tableSubject(table), [], { needs }) }
}

/** The table's name must not be that of one which is not in the catalog. */
function nameNeeds({ name }: TableModel, free: ReadonlySet<string>): readonly Need[] {
  if (free.has(name)) return []
  return [
    {
      probe: `select count(*)::text from pg_class where relname = ${literal(name)} and relnamespace = current_schema()::regnamespace`,
      detail: () => `the database has a table or index named ${name} already: choose another name`,
    },
  ]
}
