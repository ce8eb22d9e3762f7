import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROP_NAMES, REDIRECT } from '../server/catalog/prop-names.ts'
import { FIELD_TYPES } from '../server/cli/schema/field-type-shapes.ts'
import type { FieldDefinition, FieldType } from '../server/field-types/field-type.ts'
import { fieldTypes } from '../server/field-types/index.ts'

const page = readFileSync(join(import.meta.dirname, 'field-types.md'), 'utf8')

/** The rows of the table under a heading, as the words in backquotes of each cell. */
function rowsOf(header: string): readonly (readonly (readonly string[])[])[] {
  const [, table = ''] = page.split(`\n${header}\n`)
  const lines = table.split('\n').slice(1)
  const end = lines.findIndex((line) => !line.startsWith('|'))
  return lines
    .slice(0, end)
    .map((line) => line.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)))
}

const types = rowsOf('| Type | Holds | Props |')
const described = new Map(types.map(([, [name = ''] = [], , props = []]) => [name, props]))

const FIELD: FieldDefinition = {
  name: 'f',
  label: 'F',
  column: 'f',
  required: false,
  unique: false,
  readOnly: false,
  defaultValue: null,
  enumValues: [],
  props: {},
  help: null,
}

/** Values that some type can read, by prop. */
const LIMITS = [1, '2020-01-01', '10:00', '2020-01-01T00:00:00Z']
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  minLength: [1],
  maxLength: [9],
  pattern: ['a'],
  rows: [9],
  min: LIMITS,
  max: LIMITS,
  step: [3],
  precision: [5],
  currency: ['JPY'],
  maxDigits: [7],
  marks: [{ 1: 'one' }],
  unit: ['kg'],
}

/** The props by which anything of a type changes. */
function propsOf(type: FieldType): readonly string[] {
  const told = (props: FieldDefinition['props']) => {
    const field = { ...FIELD, props }
    return JSON.stringify([type.props(field), type.validation(field)])
  }
  return Object.keys(SAMPLES).filter((name) => SAMPLES[name]?.some((value) => told({ [name]: value }) !== told({})))
}

describe('the page of field types', () => {
  it('names every field type, in the order of the registry', () => {
    expect([...described.keys()]).toEqual(fieldTypes.names)
  })

  it.each(fieldTypes.all)('[FT:$name] tells the props that the type understands, as the schema does', (type) => {
    const props = [...propsOf(type)].sort()
    expect([...(described.get(type.name) ?? [])].sort()).toEqual(props)
    expect(Object.keys(FIELD_TYPES[type.name]?.props ?? {}).sort()).toEqual(props)
    const taken = type.link === undefined ? props : [...props, REDIRECT].sort()
    expect([...(PROP_NAMES[type.name] ?? [])].sort()).toEqual(taken)
  })

  it('explains every prop', () => {
    const explained = rowsOf('| Prop | Says |').flatMap(([, names = []]) => names)
    expect([...explained].sort()).toEqual(Object.keys(SAMPLES).sort())
  })

  it('tells how values are found and sorted', () => {
    const told = rowsOf('| Type | Sorts | Filter operators |').flatMap(([, names = [], , operators = []]) =>
      names.map((name) => [name, operators] as const),
    )
    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(fieldTypes.all.map((type) => [type.name, type.operators])),
    )
    const unsorted = fieldTypes.all.filter(({ sortable }) => !sortable).map(({ name }) => name)
    const lines = page.split('\n').filter((line) => /^\|.*\| no \|/.test(line))
    expect(
      lines.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name)).sort(),
    ).toEqual(unsorted.sort())
  })

  it('names the types whose values can lead to a page', () => {
    const linking = fieldTypes.all.filter(({ link }) => link).map(({ name }) => `\`${name}\``)
    expect(page.replace(/\s+/g, ' ')).toContain(
      `a field of type ${linking.slice(0, -1).join(', ')} or ${linking.at(-1)} may have`,
    )
  })
})
