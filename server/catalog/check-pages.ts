import { isObject } from '../../shared/json.ts'
import type { MetadataRows } from './build.ts'
import { checkOptions } from './component-options.ts'
import { type Checked, checkedRow, type MetadataProblem } from './metadata-problem.ts'
import { namesOfConfiguration } from './page-names.ts'
import { listedRelation, RELATED } from './related-lists.ts'

type PageRow = MetadataRows['pages'][number]
type ComponentRow = MetadataRows['components'][number]

const KEY = /^[A-Za-z0-9_-]{1,100}$/
const LAYOUTS = ['stack', 'tabs']
/** Components that stand on any page as long as they name no field. */
const FREE = ['message', 'iframe']

/** What is wrong with the rows of `adm_pages` and `adm_page_components`. */
export function pageProblems(rows: MetadataRows): readonly MetadataProblem[] {
  const pages = new Map(rows.pages.map((page) => [page.page_key, page]))
  return [
    ...rows.pages.flatMap((row) => {
      const checked = checkedRow('adm_pages', row.id, row.page_key)
      checkPage(row, pages, rows, checked)
      return checked.found
    }),
    ...rows.components.flatMap((row) => {
      const checked = checkedRow('adm_page_components', row.id, `${row.page_key} ${row.component_key}`)
      if (!pages.has(row.page_key)) checked.wrong('page_key', `there is no page ${row.page_key}`)
      if (!KEY.test(row.component_key)) checked.wrong('component_key', 'expected letters, digits, - and _')
      if (row.configuration !== null && !isObject(row.configuration))
        checked.wrong('configuration', 'expected an object')
      else checkConfiguration(row, pages, rows, checked)
      return checked.found
    }),
  ]
}

function checkPage(row: PageRow, pages: ReadonlyMap<string, PageRow>, rows: MetadataRows, { wrong }: Checked): void {
  if (!KEY.test(row.page_key)) wrong('page_key', 'expected letters, digits, - and _')
  if (!LAYOUTS.includes(row.layout)) wrong('layout', `expected one of ${LAYOUTS.join(', ')}`)
  if (row.mediatype !== null && !rows.mediaTypes.some(({ name }) => name === row.mediatype))
    wrong('mediatype', `there is no media type ${row.mediatype}`)
  if (row.parent_page_key === null) return
  if (!pages.has(row.parent_page_key)) wrong('parent_page_key', `there is no page ${row.parent_page_key}`)
  const above = new Set([row.page_key])
  for (let next = pages.get(row.parent_page_key); next !== undefined; ) {
    if (above.has(next.page_key)) {
      wrong('parent_page_key', 'a page cannot stand below itself')
      return
    }
    above.add(next.page_key)
    next = pages.get(next.parent_page_key ?? '')
  }
}

/** Lists and forms name fields and pages; what other components configure is their own affair. */
function checkConfiguration(
  row: ComponentRow,
  pages: ReadonlyMap<string, PageRow>,
  rows: MetadataRows,
  checked: Checked,
): void {
  const { wrong } = checked
  checkOptions(row, checked)
  const named = namesOfConfiguration(row)
  if (named === null) return
  const pageType = pages.get(row.page_key)?.mediatype ?? null
  const type = RELATED.includes(row.type)
    ? rowTypeOf(row, pageType, rows, checked)
    : named.fields.length === 0 && FREE.includes(row.type)
      ? null
      : typeOf(named.mediaType, pageType, rows, checked)
  const fields = new Set(rows.fields.flatMap((field) => (field.mediatype === type ? [field.name] : [])))
  for (const name of type === null ? [] : named.fields) {
    if (!fields.has(name)) wrong('configuration', `${type} has no field ${name}`)
  }
  for (const key of named.pages) {
    if (!pages.has(key)) wrong('configuration', `there is no page ${key}`)
  }
}

/** The media type whose fields a list or form names: its own, or its page's; null where there is none. */
function typeOf(
  own: string | null,
  pageType: string | null,
  { mediaTypes }: MetadataRows,
  { wrong }: Checked,
): string | null {
  if (own !== null && !mediaTypes.some(({ name }) => name === own)) {
    wrong('configuration', `there is no media type ${own}`)
    return null
  }
  const type = own ?? pageType
  if (type === null) wrong('configuration', 'expected a media type: the page has none')
  return type
}

/** What a relation must lead to, where that is not many. */
const LEADS: Readonly<Record<string, string>> = { relatedForm: ' that leads to one', relatedAutoComplete: '' }

/** The media type of a related list's rows, or of the related records; null where it is of no relation. */
function rowTypeOf(row: ComponentRow, pageType: string | null, rows: MetadataRows, { wrong }: Checked): string | null {
  const { relation: name } = (row.configuration ?? {}) as { readonly relation?: unknown }
  if (pageType === null) {
    wrong('configuration', 'expected a media type: the page has none')
    return null
  }
  if (typeof name !== 'string') return null
  const listed = listedRelation(row, pageType, rows)
  if (listed === null) {
    wrong('configuration', `${pageType} has no relation ${name}${LEADS[row.type] ?? ' that leads to many'}`)
    return null
  }
  const { via } = listed.relation
  if (row.type === 'orderedRelatedList' && (via.kind !== 'link' || via.orderColumn === null)) {
    wrong('configuration', `the relation ${name} keeps no order`)
  }
  return listed.rowType
}
