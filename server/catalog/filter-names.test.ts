import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FilterListItem, FilterNode } from '../../shared/filter-ast.ts'
import { parseFilter } from '../../shared/filter-parse.ts'
import { printFilter, term } from '../../shared/filter-print.ts'
import { type NamesNow, renamedFilter, renamedSort } from './filter-names.ts'

/** Films have a maker and a series they continue; makers have a town. */
const TOWNS: NamesNow = { field: (name) => (name === 'label' ? 'title' : name), related: () => null }
const MAKERS: NamesNow = {
  field: (name) => ({ name: 'called', town: 'place', gone: null })[name] ?? (name === 'gone' ? null : name),
  related: (name) => (name === 'town' ? TOWNS : null),
}
const FILMS: NamesNow = {
  field: (name) => ({ year: 'made_in', maker: 'author', parent: 'root' })[name] ?? (name === 'gone' ? null : name),
  related: (name) => (name === 'maker' ? MAKERS : null),
}

it.each([
  ['year_$ge_1990', 'made_in_$ge_1990'],
  [
    '(year_$ge_1990_$or_title_$eq_year)_$and_maker_$in(1,2)',
    '(made_in_$ge_1990_$or_title_$eq_year)_$and_author_$in(1,2)',
  ],
  ['maker[name]_$eq_name', 'author[called]_$eq_name'],
  ['maker[id]_$eq_3_$and_id_$eq_4', 'author[id]_$eq_3_$and_id_$eq_4'],
  // everything else stays as it was written, a time in a list and what was escaped included
  ['time_$in(10:05,07:00)_$and_year_$eq_1', 'time_$in(10:05,07:00)_$and_made_in_$eq_1'],
  ['title_$eq_$esc(a)$esc(*)b_$or_year_$eq_1', 'title_$eq_$esc(a)$esc(*)b_$or_made_in_$eq_1'],
  ['id_$in(contentcriteria:5,3:2[parent])', 'id_$in(contentcriteria:5,3:2[root])'],
  ['id_$in(a$esc(:)[parent],:[x],3:[PARENT]4,5:[parent])', 'id_$in(a$esc(:)[parent],:[x],3:[root]4,5:[root])'],
  ['maker_$notin(3:1[town])', 'author_$notin(3:1[place])'],
  ['year_$ge', 'year_$ge'],
  ['', ''],
])('[M1.c] a filter follows names: %s', (before, after) => expect(renamedFilter(before, FILMS)).toBe(after))

it.each(['gone_$eq_1', 'maker[gone]_$eq_1', 'title_$eq_1_$and_(gone_$eq_2_$or_year_$eq_3)'])(
  'a filter over what is gone is none: %s',
  (filter) => expect(renamedFilter(filter, FILMS)).toBeNull(),
)

it.each([
  ['-year, title', '-made_in, title'],
  ['maker[name],-maker[town],id', 'author[called],-author[place],id'],
  ['gone,title,maker[gone]', 'title'],
  ['a b,year', 'a b,made_in'],
])('[M1.c] a sort follows names: %s', (before, after) => expect(renamedSort(before, FILMS)).toBe(after))

it('[M1.c] of any filter nothing but the names becomes another', () => {
  const names: NamesNow = { field: (name) => `x_${name}`, related: () => names }
  const name = fc.constantFrom('a', 'year', 'eq')
  const value = fc.array(fc.constantFrom('a', 'year', '[', ']', '(', ')', ',', ':', '$', '_$and_', '*', '1', ' ', "'"))
  const list = fc.array(
    fc.tuple(value, fc.option(fc.tuple(fc.option(fc.nat(9), { nil: undefined }), name), { nil: undefined })),
    { minLength: 1, maxLength: 3 },
  )
  const item = (text: string, children: readonly [number | undefined, string] | undefined): FilterListItem => {
    if (children === undefined) return { text, raw: text }
    const [depth, column] = children
    return { text, raw: text, children: { ...(depth === undefined ? {} : { depth }), column } }
  }
  const terms = fc
    .tuple(name, fc.option(name, { nil: undefined }), fc.oneof(value, list))
    .map(([field, relatedField, given]): FilterNode => {
      const isList = given.some((each) => Array.isArray(each))
      return {
        ...term(field, isList ? 'in' : 'eq', isList ? '' : (given as string[]).join('')),
        ...(relatedField === undefined ? {} : { relatedField }),
        ...(isList
          ? {
              value: {
                kind: 'list',
                items: (given as [string[], never][]).map(([text, of]) => item(text.join(''), of)),
              },
            }
          : {}),
      } as FilterNode
    })
  const renamed = (node: FilterNode): FilterNode => {
    if (node.kind === 'group') return { ...node, children: node.children.map(renamed) }
    const { field, relatedField, value: given } = node
    return {
      ...node,
      field: `x_${field}`,
      ...(relatedField === undefined ? {} : { relatedField: `x_${relatedField}` }),
      value:
        given.kind === 'text'
          ? given
          : {
              kind: 'list',
              items: given.items.map(({ children, ...rest }) =>
                children?.column === undefined
                  ? { ...rest, ...(children === undefined ? {} : { children }) }
                  : { ...rest, children: { ...children, column: `x_${children.column}` } },
              ),
            },
    }
  }
  fc.assert(
    fc.property(
      fc.array(terms, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('and' as const, 'or' as const),
      (children, operator) => {
        const text = printFilter(
          children.length === 1 ? (children[0] as FilterNode) : { kind: 'group', operator, children },
        )
        const read = parseFilter(text)
        if (read !== null) expect(renamedFilter(text, names)).toBe(printFilter(renamed(read)))
      },
    ),
    { seed: Number(process.env.FUZZ_SEED ?? 20_261_122), numRuns: 500 },
  )
})
