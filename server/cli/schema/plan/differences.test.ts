import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differences } from './differences.ts'
import { planText } from './plan-text.ts'
import type { ShownChange } from './show-plan.ts'

const told = (before: unknown, after: unknown): readonly string[] =>
  differences('c', before, after).map(
    (each) => `${each.path}: ${JSON.stringify(each.before)} → ${JSON.stringify(each.after)}`,
  )

describe('[M2.a] what differs between two values', () => {
  it.each<[unknown, unknown, readonly string[]]>([
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, ['c.b: 2 → 3']],
    [
      { tabs: [{ key: 'a', fields: ['x', 'y'] }] },
      { tabs: [{ key: 'a', fields: ['x', 'z', 'y'] }] },
      ['c.tabs[0].fields[1]: undefined → "z"'],
    ],
    [['a', 'b', 'c'], ['a', 'c'], ['c[1]: "b" → undefined']],
    [['a', 'b'], ['b', 'a'], ['c: ["a","b"] → ["b","a"]']],
    [['a', 'b', 'c'], ['a', 'x', 'c'], ['c[1]: "b" → "x"']],
    [[{ value: 'a', label: 'A' }], [{ value: 'a', label: 'B' }], ['c[0].label: "A" → "B"']],
    [{ 'odd key': 1 }, {}, ['c["odd key"]: 1 → undefined']],
    [undefined, { a: 1 }, ['c: undefined → {"a":1}']],
    [[null], [], ['c[0]: null → undefined']],
    [{ a: [] }, { a: {} }, ['c.a: [] → {}']],
  ])('%j and %j', (before, after, expected) => {
    expect(told(before, after)).toEqual(expected)
  })

  it('is nothing exactly where they are equal', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (before, after) => {
        expect(differences('c', before, before)).toEqual([])
        expect(differences('c', before, after).length > 0).toBe(JSON.stringify(before) !== JSON.stringify(after))
        for (const each of differences('c', before, after)) expect(each.before).not.toEqual(each.after)
      }),
    )
  })
})

describe('[M2.a] the text of a plan', () => {
  const text = (members: ShownChange['members']): string =>
    planText({
      different: true,
      changes: [
        { group: 'components', name: 'film/form', action: 'change', ...(members === undefined ? {} : { members }) },
      ],
      tables: [],
      losses: [],
      obstacles: [],
    })

  it('has a line for each difference of a long value, and cuts none', () => {
    const fields = Array.from({ length: 40 }, (_, index) => `field_${index}`)
    const before = [
      { title: 'Main', fields },
      { title: 'More', fields: ['a'] },
    ]
    const after = [
      { title: 'Main', fields: fields.toSpliced(20, 1, 'another_field_with_a_long_name') },
      { title: 'Further', fields: ['a', 'b'] },
    ]
    expect(text({ 'configuration.tabs': { before, after } })).toBe(`Components
  ~ film/form
    configuration.tabs[0].fields[20]: "field_20" → "another_field_with_a_long_name"
    configuration.tabs[1].title: "More" → "Further"
    configuration.tabs[1].fields[1]: none → "b"
`)
  })

  it('shows of long texts what differs', () => {
    const long = 'word '.repeat(100)
    expect(text({ 'configuration.text': { before: `${long}old${long}`, after: `${long}new${long}` } })).toBe(
      `Components
  ~ film/form
    configuration.text: "…word word word word word word oldword word word word word word …" → "…word word word word word word newword word word word word word …"
`,
    )
  })

  it('has a short change in one line', () => {
    expect(text({ 'configuration.pageSize': { before: 20, after: 50 } })).toBe(
      'Components\n  ~ film/form: configuration.pageSize 20 → 50\n',
    )
  })
})
