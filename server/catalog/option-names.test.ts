import { describe, expect, it } from 'vitest'
import { checkOptions } from './component-options.ts'
import { checkedRow } from './metadata-problem.ts'
import { OPTION_NAMES } from './option-names.ts'
import { CONFIGURATIONS } from './shapes/component-shapes.ts'

const told = (type: string, configuration: object): readonly string[] => {
  const checked = checkedRow('adm_page_components', 1, type)
  checkOptions({ type, configuration }, checked)
  return checked.found.map(({ detail }) => detail)
}

describe('options of components', () => {
  it.each(Object.keys(OPTION_NAMES))('of the type %s that are misspelt are told with those there are', (type) => {
    const details = told(type, { colums: [] }).filter((detail) => detail.includes('colums'))
    expect(details).toHaveLength(1)
    for (const name of OPTION_NAMES[type] ?? []) expect(details[0]).toContain(name)
  })

  it('of a bundle’s type are its own affair', () => {
    expect(told('statusBoard', { colums: [] })).toEqual([])
    expect(told('constructor', { colums: [] })).toEqual([])
  })

  it('[M2] are what the schema document knows, no more and no less', () => {
    const known = Object.entries(CONFIGURATIONS).map(([type, { members }]) => [type, Object.keys(members)])
    expect(Object.fromEntries(known)).toEqual(OPTION_NAMES)
  })
})
