import { fieldTypes } from '../field-types/index.ts'
import type { MetadataRows } from './build.ts'
import { typeNameFault } from './check-names.ts'
import { checkedRow, type MetadataProblem } from './metadata-problem.ts'
import { directions } from './relations.ts'

/** What is wrong with the rows of `adm_mediatypes`. */
export function mediaTypeProblems(rows: MetadataRows): readonly MetadataProblem[] {
  const seen = new Set<string>()
  return rows.mediaTypes.flatMap((row) => {
    if (row.is_system) return []
    const { found, wrong } = checkedRow('adm_mediatypes', row.id, row.name)
    wrong('name', typeNameFault(row.name, row.is_foreign))
    if (seen.has(row.name)) wrong('name', `there is a media type ${row.name} already`)
    seen.add(row.name)
    if (row.has_file && row.is_foreign)
      wrong('has_file', 'its table was there before Marquee: records of such a table cannot have files')
    const own = rows.fields.filter((field) => field.mediatype === row.name)
    for (const member of ['name_field', 'source_field', 'parent_field'] as const) {
      const name = row[member]
      if (name !== null && !own.some((field) => field.name === name))
        wrong(member, `${row.name} has no field ${name}: add the field first, or in the same request`)
    }
    const shownBy = own.find((field) => field.name === row.name_field)
    if (shownBy !== undefined && fieldTypes.get(shownBy.type)?.sortable === false)
      wrong('name_field', `records cannot be shown and sorted by ${shownBy.name}, of type ${shownBy.type}`)
    return found
  })
}

/** What fields that a media type refers to must be; asked once relations are known to be sound. */
export function referredFieldProblems(rows: MetadataRows): readonly MetadataProblem[] {
  const relations = rows.relateds.flatMap((row) => directions(row, rows.fields))
  return rows.mediaTypes.flatMap((row) => {
    if (row.is_system) return []
    const { found, wrong } = checkedRow('adm_mediatypes', row.id, row.name)
    const own = relations.filter(({ from }) => from === row.name)
    const leadsTo = (field: string, to: string): boolean =>
      own.some((relation) => relation.field === field && relation.to === to && relation.via.kind === 'column')
    const { name_field: name, source_field: source, parent_field: parent } = row
    if (name !== null && own.some((relation) => relation.field === name && relation.cardinality === 'many'))
      wrong('name_field', `records of ${row.name} cannot be shown by ${name}, a list of records`)
    if (source !== null && !leadsTo(source, 'sources'))
      wrong('source_field', `expected ${source} to have a many-to-one relation to sources`)
    if (parent !== null && !leadsTo(parent, row.name))
      wrong('parent_field', `expected ${parent} to have a many-to-one relation to ${row.name} itself`)
    return found
  })
}
