import { describe, expect, test } from 'vitest'
import type { FieldSchema } from '../../../../shared/page.ts'
import type { RelatedChoiceData } from '../../../../shared/page-parts.ts'
import {
  add,
  append,
  type ChoiceState,
  changeCount,
  choiceEdits,
  choiceFault,
  choose,
  currentCount,
  currentRecord,
  discardChoice,
  mergeChoice,
  putBack,
  refusedChoice,
  remove,
  restoreChoice,
  settleChoice,
  startChoice,
} from './choice-state.ts'

const label = (id: number) => ({ id, label: `Record ${id}` })
const data = (ids: readonly number[], count = ids.length): RelatedChoiceData => ({
  records: ids.map((id) => ({ ...label(id), values: {}, labels: {} })),
  ...{ count, page: 0, pageCount: Math.ceil(count / 50) },
})
const field = (multiple: boolean, required = false): { readonly field: FieldSchema } => ({
  field: {
    ...{ name: 'others', type: 'Related', widget: 'related', label: 'Others', readOnly: false, props: {} },
    ...{ validation: {}, required, multiple },
  },
})

function merged(state: ChoiceState, fresh: RelatedChoiceData, multiple: boolean, giveUp: readonly string[] = []) {
  let now = state
  const merge = mergeChoice(state, fresh, field(multiple), (change) => {
    now = change(now)
  })
  merge.apply(new Set(giveUp))
  return { merge, now }
}

describe('a choice of one record', () => {
  test('[CT:relatedAutoComplete] is a change only where it is another one', () => {
    const other = choose(startChoice(data([1])), label(2), false)
    expect(choiceEdits(other)).toEqual({ value: 2 })
    expect(currentRecord(other)).toEqual(label(2))
    expect(changeCount(choose(other, label(1), false))).toBe(0)
    expect(choiceEdits(choose(other, null, false))).toEqual({ value: null })
  })

  test('[CT:relatedAutoComplete] of several records leaves each as it is when it is taken back', () => {
    const chosen = choose(startChoice(data([])), label(2), true)
    expect(choiceEdits(chosen)).toEqual({ value: 2 })
    expect(changeCount(choose(chosen, null, true))).toBe(0)
  })

  test('[R6] [CT:relatedAutoComplete] of several records is sent with the tag each was shown with', () => {
    const records = [{ id: 7, etag: '1.1' }]
    const start = startChoice({ ...data([]), pageRecords: records })
    expect(choiceEdits(choose(start, label(2), true))).toEqual({ value: 2, records })
    expect(choiceEdits(add(start, label(2)))).toEqual({ add: [2], records })
  })

  test('[CT:relatedAutoComplete] that both made is asked about', () => {
    const mine = choose(startChoice(data([1])), label(2), false)
    const { merge, now } = merged(mine, data([3]), false)
    expect(merge.conflicts).toMatchObject([{ id: 'others', mine: { value: 2 }, theirs: { value: 3 } }])
    expect([merge.taken, choiceEdits(now)]).toEqual([[], { value: 2 }])
    expect(changeCount(merged(mine, data([3]), false, ['others']).now)).toBe(0)
    expect(merged(mine, data([2]), false).merge.conflicts).toEqual([])
    expect(changeCount(merged(mine, data([2]), false).now)).toBe(0)
    expect(merged(startChoice(data([1])), data([3]), false).merge.taken).toEqual(['Others'])
    expect(merged(mine, data([1]), false).merge.taken).toEqual([])
  })
})

describe('a choice of many records', () => {
  const start = () => startChoice(data([1, 2], 120))

  test('[CT:relatedAutoComplete] is what came and what went', () => {
    const state = remove(add(start(), label(7)), 2)
    expect(choiceEdits(state)).toEqual({ add: [7], remove: [2] })
    expect([changeCount(state), currentCount(state)]).toEqual([2, 120])
    expect(changeCount(putBack(remove(state, 7), 2))).toBe(0)
    expect(changeCount(add(start(), label(1)))).toBe(0)
    expect(changeCount(add(remove(start(), 1), label(1)))).toBe(0)
  })

  test('[CT:relatedAutoComplete] stays exact while more is loaded', () => {
    const state = append(remove(add(add(start(), label(7)), label(8)), 1), { ...data([2, 3, 8], 120), page: 1 })
    expect(state.baseline.records.map(({ id }) => id)).toEqual([1, 2, 3, 8])
    expect([state.baseline.page, choiceEdits(state)]).toEqual([1, { add: [7], remove: [1] }])
  })

  test('[CT:relatedAutoComplete] goes together with theirs by itself', () => {
    const mine = remove(add(start(), label(7)), 1)
    const { merge, now } = merged(mine, data([1, 2, 9], 121), true)
    expect([merge.conflicts, merge.taken]).toEqual([[], ['Others']])
    expect(choiceEdits(now)).toEqual({ add: [7], remove: [1] })
    expect(choiceEdits(merged(mine, data([1, 2, 7], 121), true).now)).toEqual({ remove: [1] })
  })

  test('[CT:relatedAutoComplete] keeps what was chosen while it was saved', () => {
    const sent = remove(add(start(), label(7)), 1)
    const later = remove(add(sent, label(8)), 2)
    expect(choiceEdits(settleChoice(later, choiceEdits(sent), data([2, 7])))).toEqual({ add: [8], remove: [2] })
  })

  test('[CT:relatedAutoComplete] is given up and taken back', () => {
    const state = remove(add(start(), label(7)), 1)
    expect(changeCount(discardChoice(state))).toBe(0)
    expect(choiceEdits(restoreChoice(discardChoice(state), state))).toEqual(choiceEdits(state))
  })

  test('[CT:relatedAutoComplete] may have to hold something', () => {
    const last = remove(startChoice(data([1])), 1)
    expect(choiceFault(last, field(true, true), false)).toBe('Others is required')
    expect(choiceFault(last, field(true), false)).toBeNull()
    expect(choiceFault(add(last, label(2)), field(true, true), false)).toBeNull()
    expect(choiceFault(choose(startChoice(data([1])), null, false), field(false, true), false)).toBe(
      'Others is required',
    )
  })
})

test('[CT:relatedAutoComplete] what the server refuses is told at the choice', () => {
  const error = (pointer: string) => ({
    status: '422',
    code: 'VALIDATION',
    title: '',
    detail: pointer,
    source: { pointer },
  })
  const { error: own, others } = refusedChoice([error('/add/1'), error('/value'), error('/addition')])
  expect(own).toBe('/add/1 /value')
  expect(others.map(({ detail }) => detail)).toEqual(['/addition'])
})
