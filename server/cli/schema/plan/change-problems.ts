import { fieldNameFault, typeNameFault } from '../../../catalog/check-names.ts'
import type { DocumentProblem, Path } from '../../../catalog/shapes/check-shape.ts'
import type { Metadata } from '../metadata.ts'
import { bundleProblems } from './bundle-problems.ts'
import { documentMember } from './document-members.ts'
import type { RowChange } from './row-changes.ts'
import { rowKey, type TableName } from './wanted-rows.ts'

/** What cannot be done, whatever the tables hold. */
export function changeProblems(metadata: Metadata, changes: readonly RowChange[]): readonly DocumentProblem[] {
  return [
    ...repeated(changes),
    ...ofSystem(metadata, changes),
    ...tableNames(changes),
    ...columnNames(changes),
    ...turnedForeign(changes),
    ...bundleProblems(changes),
  ]
}

/** Each natural key once; of what is there twice its parts are not told as well. */
function repeated(changes: readonly RowChange[]): readonly DocumentProblem[] {
  const seen = new Set<string>()
  const found = changes.flatMap(({ table, title, after, path }) => {
    if (after === null || path === null) return []
    const key = `${table} ${rowKey(table, after)}`
    if (seen.has(key)) return [{ path, message: `${title} is in the document twice` }]
    seen.add(key)
    return []
  })
  const wholes = new Set(found.filter(({ path }) => path.length === 2).map(({ path }) => path.join('/')))
  return found.filter(({ path }) => path.length === 2 || !wholes.has(path.slice(0, 2).join('/')))
}

/** What of Marquee's own media types may be changed: how people see them. */
const CHANGEABLE: Partial<Readonly<Record<TableName, readonly string[]>>> = {
  adm_mediatypes: ['label', 'label_plural', 'block_write', 'block_delete', 'block_create'],
  adm_fields: ['label', 'help', 'sort_order', 'props', 'enum_values'],
  adm_relateds: [],
}

function ofSystem({ mediaTypes }: Metadata, changes: readonly RowChange[]): readonly DocumentProblem[] {
  const system = new Set(mediaTypes.flatMap(({ name, is_system }) => (is_system ? [name] : [])))
  const paths = new Map(
    changes.flatMap(({ table, title, path }) => (table === 'adm_mediatypes' ? [[title, path]] : [])),
  )
  return changes.flatMap(({ table, action, title, before, after, columns, path }): readonly DocumentProblem[] => {
    const allowed = CHANGEABLE[table]
    const values = after ?? before ?? {}
    const owner = (table === 'adm_mediatypes' ? values.name : values.mediatype) as string
    if (allowed === undefined || action === 'keep' || !system.has(owner)) return []
    const place: Path = path ?? paths.get(owner) ?? []
    const whole = `${owner} is part of Marquee`
    if (action === 'remove') return [{ path: place, message: `${whole} and cannot lose ${title}` }]
    if (action === 'add')
      return [{ path: place, message: `${whole} and cannot have more than it comes with: ${title}` }]
    return columns
      .filter((column) => !allowed.includes(column))
      .map((column) => {
        const member = documentMember(table, column)
        return { path: [...place, member], message: `${whole}: ${member} of ${title} cannot be changed` }
      })
  })
}

/** Tables of Marquee's making are called as a media type may be, and hold one media type each. */
function tableNames(changes: readonly RowChange[]): readonly DocumentProblem[] {
  const taken = new Map<string, string>()
  return changes.flatMap(({ table, title, after, path, system }) => {
    if (table !== 'adm_mediatypes' || after === null || path === null) return []
    const name = after.table_name as string
    const other = taken.get(name)
    taken.set(name, title)
    const fault = after.is_foreign || system ? null : typeNameFault(name)
    if (fault !== null && name !== title) return [{ path: [...path, 'table'], message: fault }]
    return other === undefined || other === title
      ? []
      : [{ path: [...path, 'table'], message: `${name} is the table of ${other} already` }]
  })
}

/** Columns of Marquee's making are called as a field may be, and hold one field each; which, the database cannot tell. */
function columnNames(changes: readonly RowChange[]): readonly DocumentProblem[] {
  const foreign = new Set(
    changes.flatMap(({ table, after, title }) => (table === 'adm_mediatypes' && after?.is_foreign ? [title] : [])),
  )
  const taken = new Map<string, string>()
  return changes.flatMap(({ table, after, path, system, title }) => {
    const column = after?.column_name
    if (table !== 'adm_fields' || typeof column !== 'string' || path === null) return []
    if (system || foreign.has(after?.mediatype as string)) return []
    const key = JSON.stringify([after?.mediatype, column])
    const other = taken.get(key)
    taken.set(key, title)
    const place = [...path, 'column']
    if (other !== undefined && other !== title)
      return [{ path: place, message: `${column} is the column of ${other} already` }]
    const fault = column === after?.name ? null : fieldNameFault(column)
    return fault === null ? [] : [{ path: place, message: `column: ${fault}` }]
  })
}

function turnedForeign(changes: readonly RowChange[]): readonly DocumentProblem[] {
  return changes.flatMap(({ table, action, columns, after, title, path }) => {
    if (table !== 'adm_mediatypes' || action !== 'change' || !columns.includes('is_foreign') || path === null) return []
    const message = after?.is_foreign
      ? `the table of ${title} was made by Marquee: it cannot become foreign`
      : `the table of ${title} was not made by Marquee: expected the member foreign`
    return [{ path: [...path, 'foreign'], message }]
  })
}
