import { identifier } from './catalog.ts'
import type { Place } from './column-changes.ts'
import { conversionOf, convertedSql } from './convert-column.ts'
import { addReference, dropReference } from './ddl.ts'
import type { KeptTable } from './rename-changes.ts'
import { sameTarget } from './same-part.ts'
import { keySql, tableSql } from './sql-names.ts'
import { change, columnSubject, columnTitle, countSql, type Step } from './table-change.ts'

/** How the foreign key of a column that stays goes, comes or changes. */
export function referenceChanges(was: Place, is: Place, kept: readonly KeptTable[]): readonly Step[] {
  const [before, after] = [was.column.reference, is.column.reference]
  const same = before !== null && after !== null && sameTarget(before, after)
  if (same && before.onDelete === after.onDelete) return []
  const subject = columnSubject(is.table, is.column)
  const title = columnTitle(is.table, is.column)
  if (same) {
    const statements = [dropReference(is.table, is.column), ...addReference(is.table, is.column)]
    return [{ phase: 'add references', change: change(`change the foreign key of ${title}`, subject, statements) }]
  }
  const steps: Step[] = []
  if (before !== null) {
    const statements = [dropReference(was.table, was.column)]
    const summary = `drop the foreign key of ${columnTitle(was.table, was.column)}`
    steps.push({ phase: 'drop references', change: change(summary, subject, statements) })
  }
  if (after !== null) steps.push(newReference(was, is, kept))
  return steps
}

/** Values there are must name records there are: those that do not are emptied, or stand in the way of a required field. */
function newReference(was: Place, is: Place, kept: readonly KeptTable[]): Step {
  const { table, column } = is
  const target = column.reference?.target
  if (target === undefined) throw new Error('a column without a reference')
  const [name, title] = [identifier(column.name), columnTitle(table, column)]
  const dangling = (held: string, records: string): string =>
    `${held} is not null and not exists (select 1 from ${records} r where r.${keySql(target)} = ${held})`
  const statements = [
    ...(column.required
      ? []
      : [
          `update ${identifier(table.name)} t set ${name} = null where ${dangling(`t.${name}`, tableSql(target.table))}`,
        ]),
    ...addReference(table, column),
  ]
  const summary = `add a foreign key from ${title} to ${target.name}`
  if (was.column.reference !== null) {
    return { phase: 'add references', change: change(summary, columnSubject(table, column), statements) }
  }
  const probe = countSql(was.table, danglingNow(was, is, kept))
  const what = `values of ${title} that are no record of ${target.name}`
  const more = column.required
    ? { needs: [{ probe, detail: (count: number) => `${count} ${what}: correct them first` }] }
    : { loss: { description: what, probe } }
  return { phase: 'add references', change: change(summary, columnSubject(table, column), statements, more) }
}

/** The same of the tables as they are before any change; what the conversion empties is counted there. */
function danglingNow(was: Place, is: Place, kept: readonly KeptTable[]): string {
  const target = is.column.reference?.target
  const [before, after] = [was.column.field, is.column.field]
  const conversion = before === null || after === null ? null : conversionOf(before, after)
  // the records looked through may have a column of the same name
  const own = `${identifier(was.table.name)}.${identifier(was.column.name)}`
  const held = conversion === null ? own : convertedSql(conversion, own)
  const known = kept.find(({ is: other }) => other.kind === 'records' && other.name === target?.table)
  if (target === undefined || (known === undefined && !target.system)) return `${held} is not null`
  const records = known === undefined ? tableSql(target.table) : identifier(known.was.name)
  return `${held} is not null and not exists (select 1 from ${records} r where r.id = ${held})`
}
