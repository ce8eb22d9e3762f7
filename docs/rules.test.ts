import { describe, expect, it } from 'vitest'
import { hasFaults, parseRules, report, testTitles } from './rules.ts'

const PAGE = [
  '# Rules',
  '- **[D1]** An error has a code. *(contract, D1)*',
  '- **[D1.a]** It has a pointer (or more). *(contract, D1)*',
  '- **[META:_page]** The page, from zero. *(specification, `_meta` members)*',
  '- **[Q:include.2]** A second level. *(specification, Query parameters)* (planned)',
].join('\n')

/** The text of a template's expression. */
const HOLE = ['$', '{c}'].join('')

const titles = (...lines: string[]) => testTitles(lines.join('\n')).map(({ text }) => text)
const over = (...lines: string[]) => report(PAGE, [{ file: 'a.test.ts', source: lines.join('\n') }])

describe('rules of the page', () => {
  it('are read with their source and state', () => {
    expect(parseRules(PAGE).rules.map(({ id, planned, line }) => [id, planned, line])).toEqual([
      ['D1', false, 2],
      ['D1.a', false, 3],
      ['META:_page', false, 4],
      ['Q:include.2', true, 5],
    ])
  })

  it('are reported when they leave the fixed form or stand twice', () => {
    const again = `${PAGE}\n- **[D1]** Again. *(contract, D1)*\n- **[D2]** No source.`
    expect(report(again, [])).toMatchObject({ duplicates: [{ id: 'D1', lines: [2, 6] }], unreadable: [7] })
  })
})

describe('titles of tests', () => {
  it('are the first arguments of describe, it and test in all their forms', () => {
    const found = titles(
      "describe('a', () => {",
      '  it("b", () => pattern.test("not this"))',
      '  test(`c',
      '  d`, () => {})',
      "  it.skipIf(!x['y'])('e', async () => {})",
      "  it.each<Case>([{ f: () => 1 }])('g %s', () => {})",
      '  it.each`a|b`("h", () => {})',
      "  // it('i', …)",
      "  const j = 'it(\\'j\\')'",
      '  it(\'k\' + "l", () => {})',
      '})',
    )
    expect(found).toEqual(['a', 'b', 'c\n  d', 'e', 'g %s', 'h', 'k', 'l'])
  })

  it('include literals that begin with an id where a title is computed', () => {
    const table = ["const cases = ['[D1] x', 'y', `[D1.a] z`]"]
    expect(titles(...table, "it('plain', () => {})")).toEqual(['plain'])
    expect(titles(...table, `for (const c of cases) it(\`${HOLE}\`, () => {})`)).toEqual([HOLE, '[D1] x', '[D1.a] z'])
    expect(titles(...table, 'for (const c of cases) it(c.title, () => {})')).toEqual(['[D1] x', '[D1.a] z'])
  })
})

describe('the report', () => {
  it('has what is uncited, planned ones apart', () => {
    const result = over("it('[D1] [META:_page] both', () => {})")
    expect(result.cited).toBe(2)
    expect(result.uncited.map(({ id }) => id)).toEqual(['D1.a'])
    expect(result.uncitedPlanned.map(({ id }) => id)).toEqual(['Q:include.2'])
    expect(hasFaults(result)).toBe(true)
  })

  it('is without faults when all that is built is cited', () => {
    const result = over("it('[D1][D1.a] all', () => {})", 'test(`[META:_page] [Q:include.2]`, () => {})')
    expect(result.citedPlanned.map(({ id }) => id)).toEqual(['Q:include.2'])
    expect(hasFaults(result)).toBe(false)
  })

  it('has citations that name no rule, but no other brackets', () => {
    const result = over("it('[D9] sort[movies] [PARENT] [1,2] fields[genres]', () => {})")
    expect(result.unknown).toEqual([{ id: '[D9]', file: 'a.test.ts', line: 1 }])
    expect(result.malformed).toEqual([])
  })

  it('has ranges, lists and computed ids', () => {
    const result = over(
      "it('[D1–D2] x', () => {})",
      "it('[D1, D1.a] x', () => {})",
      "it('[D1]–[D1.a] x', () => {})",
      `it(\`[OP:${HOLE}] x\`, () => {})`,
    )
    expect(result.malformed.map(({ line }) => line)).toEqual([1, 2, 3, 4])
  })
})
