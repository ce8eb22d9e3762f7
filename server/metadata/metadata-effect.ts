import { applyTableChanges } from '../catalog/apply-table-changes.ts'
import { buildCatalog, type MetadataRows } from '../catalog/build.ts'
import { freshProblems, refuseProblems } from '../catalog/check-metadata.ts'
import { type CatalogSource, loadMetadata } from '../catalog/load.ts'
import { tableChanges } from '../catalog/table-changes.ts'
import { AppError, type Problem } from '../errors.ts'
import type { WriteEffect } from '../write/effects.ts'
import { completed } from './completed.ts'
import { followNames } from './follow-names.ts'
import { tryForeignTables } from './foreign-columns.ts'
import { systemProblem } from './guard-system.ts'
import { lostCriteria } from './lost-criteria.ts'
import { type MetadataSave, metadataSaves } from './metadata-save.ts'
import { isMetadataTable } from './metadata-tables.ts'
import { nameProblems, togetherProblems } from './together.ts'

/**
 * Tables follow the metadata in the transaction that changes it [M1.c]; what would lose data is refused unless that is
 * confirmed [M1.d]. This instance knows the new catalog before it answers, the others within seconds [M5].
 */
export function metadataEffect(catalogs: CatalogSource): WriteEffect {
  const saveOf = metadataSaves()
  return {
    concerns: ({ name }) => isMetadataTable(name),
    prepare: async (intent, { tx }, problems) => {
      const save = await saveOf(tx)
      const forbidden = systemProblem(intent, save.before)
      if (forbidden !== null) problems.push(forbidden)
      problems.push(...(await togetherProblems(intent, tx)), ...(await nameProblems(intent, tx)))
      const write =
        intent.operation === 'add' && intent.write !== null ? completed(intent, intent.write, save) : intent.write
      save.note(intent, write)
      const lost = await lostCriteria(intent, save.before, tx)
      if (lost !== null) save.lost.push(lost)
      return write
    },
    settle: async (_changes, { tx, lossConfirmed }) => {
      const save = await saveOf(tx)
      const { before } = save
      const asked = await loadMetadata(tx)
      await followNames(tx, before, asked)
      const after = await loadMetadata(tx)
      refuseLeftBehind(save, after)
      refuseProblems(freshProblems(after, before, asked), (subject, member) => save.pointerOf(subject, after, member))
      const [was, is] = [buildCatalog(before), buildCatalog(after)]
      await applyTableChanges(tx, tableChanges(was, is), {
        lossConfirmed,
        lost: save.lost,
        pointerOf: (subject) => save.pointerOf(subject, after),
      })
      await tryForeignTables(tx, was, is)
    },
    committed: async () => {
      await catalogs.refresh()
    },
  }
}

/** A media type that goes takes relations along; a field that another one has for such a relation must go first. */
function refuseLeftBehind(save: MetadataSave, after: MetadataRows): void {
  const left = new Set(after.relateds.map(({ id }) => id))
  const types = new Map(after.mediaTypes.map((type) => [type.id, type.name]))
  const now = new Map(save.before.mediaTypes.map((type) => [type.name, types.get(type.id)]))
  const problems = save.before.relateds.flatMap((row): readonly Problem[] => {
    if (left.has(row.id) || save.removes({ table: 'adm_relateds', id: row.id })) return []
    const gone = [row.mediatype, row.related_mediatype, row.link_mediatype].find(
      (name) => name !== null && now.get(name) === undefined,
    )
    const [holder, name] =
      row.kind === 'one-to-many'
        ? [now.get(row.related_mediatype), row.column_name]
        : [now.get(row.mediatype), row.field ?? row.column_name]
    const field = after.fields.find((each) => each.mediatype === holder && (each.column_name ?? each.name) === name)
    if (gone === undefined || field === undefined) return []
    const detail = `${holder}.${field.name} refers to ${gone}: remove that field first, or in the same request`
    return [{ code: 'REFERENCED', detail, meta: { mediaType: 'adm_fields', ids: [field.id], count: 1 } }]
  })
  if (problems.length > 0) throw new AppError(problems)
}
