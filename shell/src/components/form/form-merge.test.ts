import { describe, expect, test } from 'vitest'
import type { FieldSchema, FormData } from '../../../../shared/page.ts'
import { applyMerge, mergeForm } from './form-merge.ts'
import { setValue, startForm } from './form-state.ts'

const field = (name: string, part: Partial<FieldSchema> = {}): FieldSchema => ({
  name,
  type: 'Text',
  widget: 'text',
  label: name.toUpperCase(),
  required: false,
  readOnly: false,
  props: {},
  validation: {},
  ...part,
})
const title = field('title')
const year = field('year')
const tags = field('tags', { multiple: true })
const cast = field('cast', { multiple: true, ordered: true })
const changedAt = field('changed_at', { readOnly: true })
const fields = [title, year, tags, cast, changedAt]
const data: FormData = {
  id: 7,
  etag: '1.1',
  labels: {},
  values: { title: 'Heat', year: 1995, tags: [1, 2], cast: [1, 2], changed_at: 'then' },
}
const theirs = (values: object): FormData => ({
  ...data,
  etag: '2.1',
  labels: { tags: [{ id: 3, label: 'Crime' }] },
  values: { ...data.values, changed_at: 'now', ...values },
})
const start = () => startForm(data, fields)
const NONE = new Set<string>()

describe('[R6.a] edits and a newer version', () => {
  test('go together where only one side changed a field', () => {
    const mine = setValue(start(), title, 'Mine')
    const fresh = theirs({ year: 1996 })
    expect(mergeForm(mine, fresh, fields)).toEqual({ conflicts: [], taken: ['YEAR'], joined: {} })
    const merged = applyMerge(mine, fresh, fields, NONE)
    expect(merged.baseline).toBe(fresh)
    expect(merged.edits).toEqual({ title: 'Mine' })
  })

  test('need no question where both did the same', () => {
    const mine = setValue(start(), title, 'Same')
    const fresh = theirs({ title: 'Same' })
    expect(mergeForm(mine, fresh, fields)).toMatchObject({ conflicts: [], taken: [] })
    expect(applyMerge(mine, fresh, fields, NONE).edits).toEqual({})
  })

  test('ask where both changed a field, with both values', () => {
    const mine = setValue(start(), title, 'Mine')
    const fresh = theirs({ title: 'Theirs' })
    const { conflicts } = mergeForm(mine, fresh, fields)
    expect(conflicts).toEqual([
      {
        id: 'title',
        label: 'TITLE',
        field: title,
        mine: { value: 'Mine', labels: [] },
        theirs: { value: 'Theirs', labels: [] },
      },
    ])
    expect(applyMerge(mine, fresh, fields, NONE).edits).toEqual({ title: 'Mine' })
    const given = applyMerge(mine, fresh, fields, new Set(['title']))
    expect(given.edits).toEqual({})
    expect(given.revisions.title).toBe(1)
  })

  test('join sets: what either added is in, what either took out is not', () => {
    const mine = setValue(start(), tags, [2, 3])
    const fresh = theirs({ tags: [1, 2, 4] })
    expect(mergeForm(mine, fresh, fields)).toMatchObject({ conflicts: [], taken: ['TAGS'] })
    expect(applyMerge(mine, fresh, fields, NONE).edits).toEqual({ tags: [2, 4, 3] })
  })

  test('ask where both put a list into another order', () => {
    const mine = setValue(start(), cast, [2, 1])
    expect(mergeForm(mine, theirs({ cast: [1, 2, 3] }), fields).conflicts.map(({ id }) => id)).toEqual(['cast'])
  })

  test('say nothing of what no user changes', () => {
    expect(mergeForm(start(), theirs({}), fields)).toEqual({ conflicts: [], taken: [], joined: {} })
  })
})
