import { describe, expect, test } from 'vitest'
import type { FieldSchema, FormData } from '../../../../shared/page.ts'
import { differences } from './conflict.ts'
import {
  changedFields,
  discard,
  rebase,
  restore,
  revert,
  setProblem,
  settle,
  setValue,
  startForm,
} from './form-state.ts'
import { newValues, writeElement } from './save-body.ts'

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

describe('write body', () => {
  test('holds only what changed, relations under their link keys', () => {
    const state = setValue(setValue(setValue(start(), title, null), director, null), tags, [])
    expect(writeElement(fields, state.edits)).toEqual({
      title: null,
      _links: { director: null, 'films_tags[tags]': [] },
    })
  })

  test('a secret that was not replaced is not sent', () => {
    expect(writeElement(fields, { secret: '********', title: 'x' })).toEqual({ title: 'x' })
  })

  test('a new record is sent with its defaults and without what is empty', () => {
    const fresh = startForm({ id: null, etag: null, labels: {}, values: {} }, [
      title,
      field('status', { defaultValue: 'draft' }),
    ])
    expect(newValues(fresh.baseline.values, setValue(fresh, title, '').edits)).toEqual({ status: 'draft' })
    expect(changedFields(fresh)).toEqual([])
  })
})

describe('someone else changed the record', () => {
  const theirs: FormData = { ...data, etag: 'v2', values: { ...data.values, title: 'Theirs', year: 1996, director: 6 } }
  const mine = setValue(setValue(setValue(start(), title, 'Mine'), cast, [2, 1]), director, 6)

  test('every field that differs is shown, with who changed it, shared ones first', () => {
    expect(differences(mine, theirs, fields).map((one) => [one.field.name, one.changedBy])).toEqual([
      ['title', 'both'],
      ['year', 'them'],
      ['cast', 'me'],
    ])
  })

  test('my edits stay on top of the new version, under its tag', () => {
    const merged = rebase(mine, theirs, fields)
    expect(merged.edits).toEqual({ title: 'Mine', cast: [2, 1] })
    expect(merged.baseline).toEqual(theirs)
  })

  test('or theirs is loaded whole', () => expect(rebase(discard(mine), theirs, fields).edits).toEqual({}))
})

test('what was typed while the save was under way stays an edit', () => {
  const sent = setValue(start(), title, 'First')
  const typed = setValue(setValue(sent, title, 'Second'), year, 2001)
  const saved = settle(typed, sent.edits, 'v2')
  expect(saved.baseline.values.title).toBe('First')
  expect(saved.baseline.etag).toBe('v2')
  expect(saved.edits).toEqual({ title: 'Second', year: 2001 })
  expect(rebase(saved, { ...data, etag: 'v2', values: { ...data.values, title: 'First' } }, fields).edits).toEqual({
    title: 'Second',
    year: 2001,
  })
})
