import { describe, expect, test } from 'vitest'
import type { FieldSchema, FormData } from '../../../../shared/page.ts'
import {
  changedFields,
  discard,
  isSeveral,
  restore,
  revert,
  setProblem,
  settle,
  setValue,
  startForm,
} from './form-state.ts'
import { formEdits } from './save-body.ts'

const field = (name: string, part: Partial<FieldSchema> = {}): FieldSchema => ({
  name,
  type: 'Text',
  widget: 'text',
  label: name,
  required: false,
  readOnly: false,
  props: {},
  validation: {},
  ...part,
})
const title = field('title')
const year = field('year')
const director = field('director', { linkKey: 'director' })
const tags = field('tags', { linkKey: 'films_tags[tags]', multiple: true })
const cast = field('cast', { linkKey: 'films_people[people]', multiple: true, ordered: true })
const secret = field('secret', { widget: 'secret' })
const fields = [title, year, director, tags, cast, secret]
const data: FormData = {
  id: 7,
  etag: 'v1',
  labels: {},
  values: { title: 'Heat', year: 1995, director: 5, tags: [1, 2], cast: [1, 2], secret: '********' },
}
const start = () => startForm(data, fields)

describe('dirty fields', () => {
  test('an edit that comes back to the saved value is none', () => {
    const edited = setValue(start(), title, 'Heat 2')
    expect(changedFields(edited)).toEqual(['title'])
    expect(changedFields(setValue(edited, title, 'Heat'))).toEqual([])
  })

  test('order counts only where the relation is ordered', () => {
    expect(changedFields(setValue(start(), tags, [2, 1]))).toEqual([])
    expect(changedFields(setValue(start(), cast, [2, 1]))).toEqual(['cast'])
  })

  test('half-typed drafts count, and are not sent', () => {
    const state = setProblem(start(), 'year', 'This is not a number')
    expect(changedFields(state)).toEqual(['year'])
    expect(state.edits).toEqual({})
  })

  test('one field can be taken back, all can, and all can be put back', () => {
    const state = setValue(setValue(start(), title, 'x'), year, 2000)
    expect(changedFields(revert(state, 'title'))).toEqual(['year'])
    expect(changedFields(discard(state))).toEqual([])
    expect(restore(discard(state), state).edits).toEqual(state.edits)
  })
})

describe('what is sent', () => {
  test('holds only what changed, of relations ids', () => {
    const state = setValue(setValue(setValue(start(), title, null), director, null), tags, [])
    expect(formEdits(state, fields)).toEqual({ values: { title: null, director: null, tags: [] } })
  })

  test('a secret that was not replaced is not sent, nor what cannot be written', () => {
    const state = { ...start(), edits: { secret: '********', title: 'x', made: 'now' } }
    expect(formEdits(state, [...fields, field('made', { readOnly: true })])).toEqual({ values: { title: 'x' } })
  })

  test('a new record is sent with its defaults and without what is empty', () => {
    const status = field('status', { defaultValue: 'draft' })
    const fresh = startForm({ id: null, etag: null, labels: {}, values: {} }, [title, status])
    expect(formEdits(setValue(fresh, title, ''), [title, status])).toEqual({ values: { status: 'draft' } })
    expect(changedFields(fresh)).toEqual([])
  })

  test('of several records what was set in all, each with its tag', () => {
    const records = [
      { id: 7, etag: '1.1' },
      { id: 8, etag: '4.1' },
    ]
    const several = startForm({ id: null, etag: null, labels: {}, values: { year: 1995 }, records }, fields)
    const state = setValue(setValue(several, title, null), year, 1995)
    expect(formEdits(state, fields)).toEqual({ values: { title: null }, records })
    expect([isSeveral(several, 'title'), isSeveral(several, 'year')]).toEqual([true, false])
  })
})

describe('after a save', () => {
  const saved: FormData = { ...data, etag: 'v2', values: { ...data.values, title: 'First', year: 1996 } }

  test('what was typed while it was under way stays an edit, on top of what there is now', () => {
    const sent = setValue(start(), title, 'First')
    const typed = setValue(setValue(sent, title, 'Second'), year, 2001)
    const settled = settle(typed, formEdits(sent, fields).values, saved, fields)
    expect(settled.baseline).toBe(saved)
    expect(settled.edits).toEqual({ title: 'Second', year: 2001 })
  })

  test('what was sent is none any more, empty things too', () => {
    const sent = setValue(setValue(start(), tags, null), title, 'First')
    const settled = settle(
      sent,
      formEdits(sent, fields).values,
      { ...saved, values: { ...saved.values, tags: [] } },
      fields,
    )
    expect(settled.edits).toEqual({})
  })
})
