import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorTime } from '../server/test-processor-time.ts'
import { type FilterListItem, type FilterNode, FilterSyntaxError, type FilterTerm } from './filter-ast.ts'
import { MAX_FILTER_DEPTH, MAX_FILTER_TERMS, MAX_LIST_ITEMS, parseFilter } from './filter-parse.ts'
import { conjunction, listTerm, printFilter, term } from './filter-print.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
const OPERATORS = ['eq', 'neq', 'gt', 'ge', 'lt', 'le', 'lk', 'sw', 'ew', 'ct', 'in', 'notin', 'isempty']

/** A tree without what its text decides: positions, and the raw form of list items. */
function bare(node: FilterNode | null): unknown {
  if (node === null) return null
  if (node.kind === 'group') return { operator: node.operator, children: node.children.map(bare) }
  const { position: _, valuePosition: __, value, ...rest } = node
  if (value.kind === 'text') return { ...rest, text: value.text, wildcards: value.wildcards }
  return { ...rest, items: value.items.map(({ text, children }) => ({ text, children })) }
}

const parsed = (text: string): unknown => bare(parseFilter(text))
const text = (field: string, operator: string, value: string, wildcards: readonly number[] = []): unknown => {
  return { kind: 'term', field, operator, text: value, wildcards }
}

function refusal(filter: string): FilterSyntaxError {
  try {
    parseFilter(filter)
  } catch (error) {
    if (error instanceof FilterSyntaxError) return error
    throw error
  }
  throw new Error(`${filter} was read`)
}

describe('the examples of the specification', () => {
  it('[FG1] [OP:eq] reads a term', () => {
    expect(parsed('a_$eq_x')).toEqual(text('a', 'eq', 'x'))
  })

  it('[FG4] [FG5] reads (a_$eq_x_$and_b_$lk_y)$or(...)', () => {
    expect(parsed('(a_$eq_x_$and_b_$lk_y)$or(c_$sw_z)')).toEqual({
      operator: 'or',
      children: [{ operator: 'and', children: [text('a', 'eq', 'x'), text('b', 'lk', 'y')] }, text('c', 'sw', 'z')],
    })
  })

  it('[FG8] reads name_$lk_foo_$esc(()_bar_$esc())_foo', () => {
    expect(parsed('name_$lk_foo_$esc(()_bar_$esc())_foo')).toEqual(text('name', 'lk', 'foo_(_bar_)_foo'))
  })

  it('[OP:in] [FG11] [FG12] reads lists and the children forms', () => {
    const children = (form: string) => {
      const node = parseFilter(`id_$in(7${form})`) as FilterTerm
      return node.value.kind === 'list' ? node.value.items[0]?.children : undefined
    }
    expect(children('')).toBeUndefined()
    expect(children(':3')).toEqual({ depth: 3 })
    expect(children(':0')).toEqual({ depth: 0 })
    expect(children(':[PARENT]')).toEqual({ column: 'PARENT' })
    expect(children(':[PARENT]3')).toEqual({ depth: 3, column: 'PARENT' })
    expect(children(':3[PARENT]')).toEqual({ depth: 3, column: 'PARENT' })
  })

  it('[FG18] reads a field of a related record', () => {
    expect(parsed('director[name]_$eq_Jane')).toEqual({
      ...(text('director', 'eq', 'Jane') as object),
      relatedField: 'name',
    })
  })

  it('[OP:isempty] [OP:notin] reads emptiness and the complement of a list', () => {
    expect(parsed('a_$isempty_true')).toEqual(text('a', 'isempty', 'true'))
    expect(parsed('a_$notin(1,2)')).toMatchObject({ operator: 'notin', items: [{ text: '1' }, { text: '2' }] })
  })
})

describe('the grammar', () => {
  it('[X3] binds and tighter than or', () => {
    expect(parsed('a_$eq_1_$or_b_$eq_2_$and_c_$eq_3')).toEqual({
      operator: 'or',
      children: [text('a', 'eq', '1'), { operator: 'and', children: [text('b', 'eq', '2'), text('c', 'eq', '3')] }],
    })
  })

  it('[OP:lk] tells wildcards from asterisks that are meant', () => {
    expect(parsed('a_$lk_*x$esc(*)y*')).toEqual(text('a', 'lk', '*x*y*', [0, 4]))
  })

  it('[X6] takes a colon for text where no children form follows', () => {
    for (const item of ['a:', 'a:b', ':', 'a:1x', 'a:[]', 'a:[b', 'a:1[b]2', 'a$esc(:)1', 'a:$esc(1)']) {
      expect((parsed(`f_$in(${item})`) as { items: FilterListItem[] }).items[0]?.children).toBeUndefined()
    }
  })

  it('[FG10] [D1.f] says where it cannot go on', () => {
    const at = (filter: string) => refusal(filter).position
    expect([at('a'), at('a_'), at('a_$'), at('a_$eq'), at('a_$eq_x)')]).toEqual([1, 2, 2, 5, 7])
    expect([at('('), at('()'), at('(a_$eq_x'), at('a_$eq_x(')]).toEqual([1, 1, 8, 7])
    expect([at('a_$in(1'), at('a_$in(1,(2)'), at('a[b_$eq_x'), at('a_$eq_$esc('), at('a_$eq_$esc(ab)')]).toEqual([
      7, 8, 4, 11, 12,
    ])
    expect(refusal('a_$eq_(').expected).toContain('$esc(()')
  })

  it('[X10] [X10.a] [X10.b] has bounds', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}a_$eq_1${')'.repeat(depth)}`
    const terms = (count: number) => Array(count).fill('a_$eq_1').join('_$and_')
    const items = (count: number) => `a_$in(${Array(count).fill('1').join(',')})`
    for (const [build, most] of [
      [nested, MAX_FILTER_DEPTH],
      [terms, MAX_FILTER_TERMS],
      [items, MAX_LIST_ITEMS],
    ] as const) {
      expect(() => parseFilter(build(most))).not.toThrow()
      expect(refusal(build(most + 1)).expected).toContain(String(most))
    }
    expect([MAX_FILTER_DEPTH, MAX_FILTER_TERMS, MAX_LIST_ITEMS]).toEqual([40, 500, 5000])
  })

  it('reads a hostile length in no time', () => {
    for (const part of ['(', '$esc(', 'a_$eq_', '_$and_', '_', '$', 'a[', '*']) {
      const spent = processorTime()
      const long = part.repeat(200_000)
      for (const filter of [long, `a_$eq_${long}`, `a_$in(${long}`]) {
        try {
          parseFilter(filter)
        } catch (error) {
          expect(error).toBeInstanceOf(FilterSyntaxError)
        }
      }
      expect(spent()).toBeLessThan(2000)
    }
  })

  it('builds terms, lists and conjunctions that read as they were meant', () => {
    expect(printFilter(term('title', 'ct', 'a (b)'))).toBe('title_$ct_a $esc(()b$esc())')
    expect(parsed(printFilter(term('t', 'lk', 'a*b', { wildcards: true })))).toEqual(text('t', 'lk', 'a*b', [1]))
    expect(parsed(printFilter(term('t', 'lk', 'a*b')))).toEqual(text('t', 'lk', 'a*b'))
    expect(parsed(printFilter(listTerm('t', 'in', ['1,2', '3:4', ''])))).toMatchObject({
      items: [{ text: '1,2' }, { text: '3:4' }, { text: '' }],
    })
    expect(conjunction([])).toBeNull()
    const both = conjunction([term('a', 'eq', '1'), term('b', 'eq', '2', { relatedField: 'c' })])
    expect(printFilter(both as FilterNode)).toBe('a_$eq_1_$and_b[c]_$eq_2')
  })
})

const name = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9_]{0,8}$/)
const fragment = fc.constantFrom(
  '(',
  ')',
  ',',
  ':',
  '*',
  '$',
  '_',
  '$esc(',
  '_$and_',
  '_$or_',
  '$and(',
  ':3',
  ':[x]2',
  '[a]',
  ' ',
  '\\',
  '%',
)
const value = fc
  .array(
    fc.oneof(fragment, fc.string({ unit: 'binary', maxLength: 4 }), fc.string({ unit: 'grapheme', maxLength: 4 })),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''))
const relatedField = fc.option(name, { nil: undefined })

const textValue = fc.tuple(value, fc.array(fc.boolean(), { maxLength: 8 })).map(([content, wild]) => {
  const asterisks = [...content.matchAll(/\*/g)].map((match) => match.index)
  return { kind: 'text' as const, text: content, wildcards: asterisks.filter((_, index) => wild[index] ?? true) }
})
const children = fc.oneof(
  fc.record({ depth: fc.nat(999_999_999) }),
  fc.record({ column: name }),
  fc.record({ depth: fc.nat(20), column: name }),
)
const item = fc.tuple(value, fc.option(children, { nil: undefined })).map(
  ([content, form]): FilterListItem => ({
    text: content,
    raw: content,
    ...(form === undefined ? {} : { children: form }),
  }),
)
const listValue = fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => ({ kind: 'list' as const, items }))

const leaf = fc
  .tuple(name, relatedField, fc.constantFrom(...OPERATORS), fc.oneof(textValue, listValue))
  .map(([field, inner, operator, content]): FilterNode => {
    const related = inner === undefined ? {} : { relatedField: inner }
    return { kind: 'term', field, ...related, operator, value: content, position: 0, valuePosition: 0 }
  })

const tree = fc.letrec<{ node: FilterNode; group: FilterNode }>((tie) => ({
  node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('group')),
  group: fc
    .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('node'), { minLength: 2, maxLength: 4 }))
    .map(([operator, nodes]): FilterNode => ({ kind: 'group', operator, children: nodes })),
})).node

describe('random filters', () => {
  it('[FG1] [FG4] [FG8] [FG12] [FG18] any tree is read back from its text', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const printed = printFilter(node)
        const again = parseFilter(printed) as FilterNode
        expect(bare(again)).toEqual(bare(node))
        expect(printFilter(again)).toBe(printed)
      }),
      { numRuns: 5000, seed: SEED },
    )
  })

  it('[FG6] survives URL encoding', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const printed = printFilter(node).toWellFormed()
        expect(new URLSearchParams(new URLSearchParams({ filter: printed }).toString()).get('filter')).toBe(printed)
      }),
      { numRuns: 1000, seed: SEED },
    )
  })

  it('[D1.f] [ERR:FILTER_SYNTAX] 100,000 random and mutated texts fail with a position inside them, or not at all', () => {
    const alphabet = [...'ab_$()[],:*01 é\u0000😀', '$esc(', '_$and_', '_$or_', '_$eq_', '_$in(', ':3', '\ud800']
    const random = fc.array(fc.constantFrom(...alphabet), { maxLength: 24 }).map((parts) => parts.join(''))
    const cut = fc.tuple(tree, fc.nat(), fc.nat(), random).map(([node, at, size, into]) => {
      const printed = printFilter(node)
      const start = at % (printed.length + 1)
      return printed.slice(0, start) + into.slice(0, 3) + printed.slice(start + (size % 4))
    })
    const check = (filter: string): void => {
      try {
        parseFilter(filter)
      } catch (error) {
        if (!(error instanceof FilterSyntaxError)) throw error
        // an `expect` for each takes longer than to parse
        const isInside = error.position >= 0 && error.position <= filter.length
        if (!isInside || error.expected === '') throw error
      }
    }
    fc.assert(fc.property(random, check), { numRuns: 60_000, seed: SEED })
    fc.assert(fc.property(cut, check), { numRuns: 40_000, seed: SEED })
  }, 120_000)
})
