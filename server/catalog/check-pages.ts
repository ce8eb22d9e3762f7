import { isObject } from '../../shared/json.ts'
import type { MetadataRows } from './build.ts'
import { type Checked, checkedRow, type MetadataProblem } from './metadata-problem.ts'
import { namesOfConfiguration } from './page-names.ts'

type PageRow = MetadataRows['pages'][number]

const KEY = /^[A-Za-z0-9_-]{1,100}$/
const LAYOUTS = ['stack', 'tabs']

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
  row: MetadataRows['components'][number],
  pages: ReadonlyMap<string, PageRow>,
  rows: MetadataRows,
  { wrong }: Checked,
): void {
  const named = namesOfConfiguration(row)
  if (named === null) return
  const type = named.mediaType ?? pages.get(row.page_key)?.mediatype ?? null
  if (named.mediaType !== null && !rows.mediaTypes.some(({ name }) => name === named.mediaType)) {
    wrong('configuration', `there is no media type ${named.mediaType}`)
    return
  }
  if (type === null) wrong('configuration', 'expected a media type: the page has none')
  const fields = new Set(rows.fields.flatMap((field) => (field.mediatype === type ? [field.name] : [])))
  for (const name of type === null ? [] : named.fields) {
    if (!fields.has(name)) wrong('configuration', `${type} has no field ${name}`)
  }
  for (const key of named.pages) {
    if (!pages.has(key)) wrong('configuration', `there is no page ${key}`)
  }
}
