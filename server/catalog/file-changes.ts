import { type Catalog, literal } from './catalog.ts'
import { sameType } from './same-part.ts'
import { change, type Step } from './table-change.ts'

/** Media types that are to have no files any more lose those they have; a type that goes takes its own along. */
export function fileChanges(before: Catalog, after: Catalog): readonly Step[] {
  return [...before.mediaTypes.values()].flatMap((was): readonly Step[] => {
    const is = was.hasFile ? [...after.mediaTypes.values()].find((type) => sameType(was, type)) : undefined
    if (is === undefined || is.hasFile) return []
    const from = `from marquee_files where media_type = ${literal(is.name)}`
    const loss = { description: `the files of ${is.name}`, probe: `select count(*)::text ${from}` }
    const subject = { table: 'adm_mediatypes' as const, ...(is.id === undefined ? {} : { id: is.id }) }
    const summary = `drop the files of ${is.name}`
    return [{ phase: 'drop links', change: change(summary, subject, [`delete ${from}`], { loss }) }]
  })
}
