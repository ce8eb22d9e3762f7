import type { MetadataRows } from '../catalog/build.ts'
import { type NamesNow, renamedFilter, renamedSort } from '../catalog/filter-names.ts'
import type { Transaction } from '../db/database.ts'
import { formerName, type NameChanges, namesNow } from './name-changes.ts'

/**
 * Lets saved expressions say what fields are called now: those of content criteria, whose media type follows by its
 * reference. What names something that is gone keeps that name, since without it the criteria would choose other records:
 * whoever uses them is told.
 */
export async function followCriteria({ kysely }: Transaction, before: MetadataRows, names: NameChanges): Promise<void> {
  const rows = await kysely
    .selectFrom('content_criteria')
    .select(['id', 'version', 'mediatype', 'filter_expression', 'sort_expression'])
    .execute()
  for (const { id, version, mediatype, filter_expression, sort_expression } of rows) {
    const now = kept(namesNow(formerName(mediatype, names), before, names))
    const filter = filter_expression === null ? null : renamedFilter(filter_expression, now)
    const sort = sort_expression === null ? null : renamedSort(sort_expression, now)
    if (filter === filter_expression && sort === sort_expression) continue
    await kysely
      .updateTable('content_criteria')
      .set({ filter_expression: filter, sort_expression: sort, version: version + 1 })
      .where('id', '=', id)
      .execute()
  }
}

function kept({ field, related }: NamesNow): NamesNow {
  return {
    field: (name) => field(name) ?? name,
    related: (name) => {
      const inner = related(name)
      return inner === null ? null : kept(inner)
    },
  }
}
