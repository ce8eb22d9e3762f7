import { buildCatalog, type MetadataRows } from '../../../catalog/build.ts'
import type { Catalog } from '../../../catalog/catalog.ts'
import { freshProblems } from '../../../catalog/check-metadata.ts'
import type { MetadataDocument } from '../../../catalog/document.ts'
import type { DocumentProblem, Path } from '../../../catalog/shapes/check-shape.ts'
import type { Subject, TableChange } from '../../../catalog/table-change.ts'
import { tableChanges } from '../../../catalog/table-changes.ts'
import type { AppError } from '../../../errors.ts'
import type { Metadata } from '../metadata.ts'
import { withSeed } from '../seed.ts'
import { changeProblems } from './change-problems.ts'
import { documentMember } from './document-members.ts'
import { findRenames, type Renames } from './renames.ts'
import { type RowChange, rowChanges } from './row-changes.ts'
import type { TableName } from './wanted-rows.ts'

/** What leads from the metadata there is to that of a document. */
export interface Plan {
  /** Rows that change; in the order of the document, those that go last. */
  readonly rows: readonly RowChange[]
  readonly tables: readonly TableChange[]
  /** Media types over tables that Marquee did not make, of which something changes. */
  readonly foreign: readonly RowChange[]
  readonly before: Catalog
  readonly after: Catalog
  readonly renames: Renames
  /** Where in the document a row of the plan stands. */
  readonly placeOf: (subject: Subject) => Path | undefined
}

/**
 * Plans a document against metadata, without a look at records and tables.
 *
 * @param refuse throws when it is given problems; called with all that the document has
 */
export function makePlan(
  metadata: Metadata,
  document: MetadataDocument,
  refuse: (problems: readonly DocumentProblem[]) => void,
): Plan {
  const whole = withSeed(document)
  const renames = findRenames(metadata, whole)
  const changes = rowChanges(metadata, whole, renames)
  refuse([...renames.problems, ...changeProblems(metadata, changes)])

  const after = rowsAfter(metadata, changes)
  const places = new Map(changes.map((change, index) => [`${change.table} ${idOf(change, index)}`, change.path]))
  const placeOf = ({ table, id }: Subject): Path | undefined => places.get(`${table} ${id}`) ?? undefined
  refuse(
    freshProblems(after, metadata).map(({ subject, title, member, detail }) => {
      const place = placeOf(subject) ?? []
      return { path: [...place, documentMember(subject.table, member)], message: `${title}: ${detail}` }
    }),
  )
  const [was, is] = [buildCatalog(metadata), buildCatalog(after)]
  return {
    rows: changes.filter(({ action }) => action !== 'keep'),
    tables: tableChanges(was, is),
    foreign: changes.filter(isForeignChanged),
    before: was,
    after: is,
    renames,
    placeOf,
  }
}

function isForeignChanged({ table, after, title, action }: RowChange, _: number, all: readonly RowChange[]): boolean {
  if (table !== 'adm_mediatypes' || after?.is_foreign !== true) return false
  return action !== 'keep' || all.some((row) => row.action !== 'keep' && row.after?.mediatype === title)
}

/** The problems of a refusal whose pointers are paths of the document. */
export function documentProblems({ problems }: AppError): readonly DocumentProblem[] {
  return problems.map(({ detail, pointer }) => ({ path: JSON.parse(pointer ?? '[]') as Path, message: detail }))
}

/** New rows have no id yet; any that no row has tells them apart. */
const FIRST_NEW_ID = 2 ** 52

function idOf({ id }: RowChange, index: number): number {
  return id ?? FIRST_NEW_ID + index
}

function rowsAfter(metadata: Metadata, changes: readonly RowChange[]): MetadataRows {
  const system = new Set(metadata.mediaTypes.flatMap(({ id, is_system }) => (is_system ? [id] : [])))
  const rows = (table: TableName): readonly unknown[] =>
    changes.flatMap((change, index) => {
      if (change.table !== table || change.after === null) return []
      const id = idOf(change, index)
      return [
        {
          version: 1,
          dateins: 0,
          ...change.after,
          id,
          ...(table === 'adm_mediatypes' ? { is_system: system.has(id) } : {}),
        },
      ]
    })
  return {
    revision: metadata.revision,
    mediaTypes: rows('adm_mediatypes') as MetadataRows['mediaTypes'],
    fields: rows('adm_fields') as MetadataRows['fields'],
    relateds: rows('adm_relateds') as MetadataRows['relateds'],
    pages: rows('adm_pages') as MetadataRows['pages'],
    components: rows('adm_page_components') as MetadataRows['components'],
  }
}
