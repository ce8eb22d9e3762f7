import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { field, films, NOTHING, openWorkbench, type Workbench } from './test-workbench.ts'

let workbench: Workbench

beforeAll(async () => {
  workbench = await openWorkbench()
})
afterAll(() => workbench.close())
beforeEach(() => workbench.clear())

const change: Workbench['change'] = (...given) => workbench.change(...given)
const refusal: Workbench['refusal'] = (...given) => workbench.refusal(...given)
const fill: Workbench['fill'] = (...given) => workbench.fill(...given)
const column: Workbench['column'] = (...given) => workbench.column(...given)

describe('conversion', () => {
  /** Values as they are written, and as they are after: null where they are lost. */
  const cases: readonly [string, string, readonly (readonly [string, string | null])[]][] = [
    [
      'Text',
      'Integer',
      [
        ['7', '7'],
        [' -12 ', '-12'],
        ['1.5', null],
        ['9007199254740992', null],
        ['x', null],
      ],
    ],
    [
      'Text',
      'Decimal',
      [
        ['1.50', '1.50'],
        ['+3', '3'],
        ['1e3', null],
        ['1,5', null],
      ],
    ],
    [
      'Text',
      'Boolean',
      [
        ['True', 'true'],
        ['0', 'false'],
        ['yes', null],
      ],
    ],
    [
      'Text',
      'Date',
      [
        ['2024-02-29', '2024-02-29'],
        ['2023-02-29', null],
        ['0000-01-01', null],
        ['2024-13-01', null],
      ],
    ],
    [
      'Text',
      'DateTime',
      [
        ['2024-02-29T10:00:00+02:00', '2024-02-29 08:00:00+00'],
        ['2024-02-29', '2024-02-29 00:00:00+00'],
        ['2024-02-30T10:00Z', null],
        ['2024-02-29 10:00', null],
      ],
    ],
    [
      'Text',
      'Time',
      [
        ['23:59', '23:59:00'],
        ['24:00', null],
      ],
    ],
    ['Text', 'JSON', [['a "b"', '"a \\"b\\""']]],
    ['Text', 'Range', [['1..2', null]]],
    ['Integer', 'Text', [['12', '12']]],
    ['Integer', 'Money', [['12', '12']]],
    [
      'Integer',
      'Boolean',
      [
        ['1', 'true'],
        ['0', 'false'],
        ['2', null],
      ],
    ],
    [
      'Decimal',
      'Integer',
      [
        ['3.0', '3'],
        ['3.5', null],
        ['1e300', null],
      ],
    ],
    ['Boolean', 'Integer', [['true', '1']]],
    ['Date', 'DateTime', [['2024-02-29', '2024-02-29 00:00:00+00']]],
    [
      'DateTime',
      'Date',
      [
        ['2024-02-29T00:00:00Z', '2024-02-29'],
        ['2024-02-29T00:00:01Z', null],
      ],
    ],
    ['DateTime', 'Text', [['2024-02-29T10:00:00Z', '2024-02-29T10:00:00Z']]],
    ['Date', 'Time', [['2024-02-29', null]]],
    [
      'JSON',
      'Text',
      [
        ['"a"', 'a'],
        ['{"a": 1}', '{"a": 1}'],
      ],
    ],
    ['Secret', 'Text', [['hush', null]]],
  ]

  it.each(cases)(
    '[M1.d] of %s to %s keeps what has a counterpart and asks about the rest',
    async (from, to, values) => {
      const [before, after] = [films(field('v', from, { indexed: true })), films(field('v', to, { indexed: true }))]
      await change(NOTHING, before)
      await fill(
        'films',
        'v',
        values.map(([value]) => value),
      )
      const lost = values.filter(([, value]) => value === null).length
      if (lost > 0) {
        expect(await refusal(before, after)).toMatchObject({
          code: 'CONFIRMATION_REQUIRED',
          meta: { losses: [{ rows: lost }] },
        })
        expect(await column('films', 'v::text is not null')).toEqual(values.map(() => 'true'))
      }
      await change(before, after, lost > 0)
      expect(await column('films', 'v')).toEqual(values.map(([, value]) => value))
    },
  )

  const choices = (...values: readonly string[]) => ({ enumValues: values.map((value) => ({ value, label: value })) })

  it('[M1.d] a choice that is taken away while records hold it needs a confirmation', async () => {
    const [before, after] = [films(field('v', 'Enum', choices('a', 'b'))), films(field('v', 'Enum', choices('b', 'c')))]
    await change(NOTHING, before)
    await fill('films', 'v', ['a', 'b', null])
    expect(await refusal(before, after)).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      detail: expect.stringContaining('values of films.v that are no longer allowed (1)'),
    })
    await change(before, after, true)
    expect(await column('films', 'v')).toEqual([null, 'b', null])
  })

  it('[M1.d] of several choices those that are left stay; of a required one the default takes the place', async () => {
    const before = films(field('v', 'MultiEnum', choices('a', 'b')))
    const after = films(field('v', 'MultiEnum', choices('b')))
    await change(NOTHING, before)
    await fill('films', 'v', [['a', 'b'], ['a']])
    expect(await refusal(before, after)).toMatchObject({ meta: { losses: [{ rows: 2 }] } })
    await change(before, after, true)
    expect(await column('films', 'v')).toEqual(['{b}', null])
    const required = films(field('v', 'MultiEnum', { ...choices('b'), required: true, defaultValue: ['b'] }))
    await change(after, required)
    expect(await column('films', 'v')).toEqual(['{b}', '{b}'])
  })

  it('[M1.d] a text becomes a choice where it is one', async () => {
    const [before, after] = [films(field('v', 'Text')), films(field('v', 'Enum', choices("it's", '\\')))]
    await change(NOTHING, before)
    await fill('films', 'v', ["it's", '\\', 'else'])
    await change(before, after, true)
    expect(await column('films', 'v')).toEqual(["it's", '\\', null])
  })
})
