import { describe, expect, it } from 'vitest'
import { NAME_PATTERN } from '../catalog/catalog.ts'
import { checkOptions, checkValues } from '../catalog/component-options.ts'
import { checkedRow } from '../catalog/metadata-problem.ts'
import { fieldTypes } from '../field-types/index.ts'
import { demoMediaTypes } from './media-types.ts'
import { demoPages } from './pages.ts'

const SOURCES = ['name', 'parent']
const fieldsOf = (mediaType: string | undefined): readonly string[] =>
  mediaType === 'sources'
    ? SOURCES
    : (demoMediaTypes.find(({ name }) => name === mediaType)?.fields.map(({ name }) => name) ?? [])

const keys = demoPages.map(({ key }) => key)

interface Configuration {
  readonly columns: readonly string[]
  readonly hidden: readonly string[]
  readonly defaultSort: string
  readonly editPageKey: string
  readonly tabs: readonly { readonly fields: readonly string[] }[]
  readonly links: Readonly<Record<string, string>>
}

const configured = (type: string) =>
  demoPages.flatMap((page) =>
    page.components
      .filter((component) => component.type === type)
      .map((component) => ({ page, configuration: component.configuration as unknown as Configuration })),
  )

describe('demoMediaTypes', () => {
  it('use every field type, each on a page', () => {
    const used = demoMediaTypes.flatMap(({ fields }) => fields.map(({ type }) => type))
    expect([...new Set(used)].sort()).toEqual([...fieldTypes.names].sort())
  })

  it('have names the catalog takes, and relations to media types that exist', () => {
    const names = [...demoMediaTypes.map(({ name }) => name), 'sources']
    for (const { name, fields, relations = [] } of demoMediaTypes) {
      expect([name, ...fields.map((field) => field.name)].every((each) => NAME_PATTERN.test(each))).toBe(true)
      expect(relations.every(({ related }) => names.includes(related))).toBe(true)
    }
  })
})

describe('demoPages', () => {
  it('tell components only what their types read', () => {
    const components = demoPages.flatMap((page) => page.components)
    expect(components.length).toBeGreaterThan(0)
    for (const [index, { type, configuration = null }] of components.entries()) {
      const checked = checkedRow('adm_page_components', index + 1, type)
      checkOptions({ type, configuration }, checked)
      checkValues({ type, configuration }, checked)
      expect(checked.found).toEqual([])
    }
  })

  it('give every media type a list and a form', () => {
    const expected = [...demoMediaTypes.map(({ name }) => name), 'sources'].sort()
    for (const type of ['list', 'form']) {
      expect(
        configured(type)
          .map(({ page }) => page.mediaType)
          .sort(),
      ).toEqual(expected)
    }
  })

  it('have keys of their own and parents that exist', () => {
    expect(new Set(keys).size).toBe(keys.length)
    for (const { key, parentKey } of demoPages) {
      expect(NAME_PATTERN.test(key)).toBe(true)
      if (parentKey !== undefined) expect(keys).toContain(parentKey)
    }
  })

  it.each(configured('list'))('list fields that are there: $page.key', ({ page, configuration }) => {
    const { columns, hidden, defaultSort, editPageKey, links } = configuration
    const sorted = defaultSort.split(',').map((field) => field.replace('-', ''))
    expect(fieldsOf(page.mediaType)).toEqual(expect.arrayContaining([...columns, ...hidden, ...sorted]))
    expect(new Set([...columns, ...hidden]).size).toBe(columns.length + hidden.length)
    expect(columns.concat(hidden)).toEqual(expect.arrayContaining(Object.keys(links)))
    expect(keys).toEqual(expect.arrayContaining([editPageKey, ...Object.values(links)]))
  })

  it.each(configured('form'))('show every field in one tab, or by a list: $page.key', ({ page, configuration }) => {
    const { tabs, links } = configuration
    const shown = tabs.flatMap((tab) => tab.fields)
    const lists = page.components.filter(({ type }) => type.endsWith('List'))
    const listed = lists.flatMap(({ configuration: { relation } = {} }) => String(relation ?? ''))
    const fields = fieldsOf(page.mediaType).filter((name) => !listed.includes(name))
    expect([...shown].sort()).toEqual([...fields].sort())
    expect(shown).toEqual(expect.arrayContaining(Object.keys(links)))
    expect(keys).toEqual(expect.arrayContaining(Object.values(links)))
  })
})
