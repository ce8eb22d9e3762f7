import { describe, expect, test } from 'vitest'
import type { FieldSchema } from '../../../../shared/page.ts'
import type { RelatedFormData } from '../../../../shared/page-parts.ts'
import { setValue } from '../form/form-state.ts'
import {
  changesOf,
  discardRelated,
  editsOf,
  mergeRelated,
  type RelatedState,
  restoreRelated,
  settleRelated,
  startRelated,
  withForm,
} from './related-state.ts'

const field = (name: string, defaultValue?: unknown): FieldSchema => ({
  ...{ name, type: 'Text', widget: 'text', label: name, required: true, readOnly: false, props: {}, validation: {} },
  ...(defaultValue === undefined ? {} : { defaultValue }),
})
const summary = field('summary')
const review = field('review', true)
const fields = [summary, review]
const schema = { fields, mediaType: 'notes', label: 'Note' }
const none: RelatedFormData = { id: null, etag: null, values: { summary: null, review: true }, labels: {} }
const there: RelatedFormData = { id: 7, etag: '1.1', values: { summary: 'Old', review: true }, labels: {} }
const typed = (state: RelatedState, value: unknown) => withForm(state, (form) => setValue(form, summary, value))

/** The state after a merge with these data. */
function merged(state: RelatedState, fresh: RelatedFormData, giveUp: readonly string[] = []) {
  let now = state
  const merge = mergeRelated(state, fresh, schema, (change) => {
    now = change(now)
  })
  merge.apply(new Set(giveUp))
  return { merge, now }
}

describe('the form of a related record', () => {
  test('[CT:relatedForm] has nothing to save before something is filled in, defaults apart', () => {
    expect(changesOf(startRelated(none, fields))).toBe(0)
    expect(changesOf(typed(startRelated(none, fields), 'New'))).toBe(1)
    expect(changesOf(typed(typed(startRelated(none, fields), 'New'), ''))).toBe(0)
  })

  test('[CT:relatedForm] sends a new record whole, of one that is there what changed with its tag', () => {
    expect(editsOf(typed(startRelated(none, fields), 'New'), fields)).toEqual({
      ...{ id: null, etag: null },
      values: { summary: 'New', review: true },
    })
    expect(editsOf(typed(startRelated(there, fields), 'New'), fields)).toEqual({
      ...{ id: 7, etag: '1.1' },
      values: { summary: 'New' },
    })
  })

  test('[CT:relatedForm] sends of a removal nothing else, and begins anew when it is saved', () => {
    const removed = { ...typed(startRelated(there, fields), 'New'), removed: true }
    expect(changesOf(removed)).toBe(1)
    const sent = editsOf(removed, fields)
    expect(sent).toEqual({ id: 7, etag: '1.1', values: {}, remove: true })
    expect(settleRelated(removed, sent, none, fields)).toEqual(startRelated(none, fields))
  })

  test('[CT:relatedForm] keeps what was typed while it was saved', () => {
    const sent = typed({ ...startRelated(none, fields), begun: true }, 'New')
    const saved = settleRelated(
      typed(sent, 'Newer'),
      editsOf(sent, fields),
      { ...there, values: { ...there.values, summary: 'New' } },
      fields,
    )
    expect(editsOf(saved, fields)).toEqual({ id: 7, etag: '1.1', values: { summary: 'Newer' } })
  })

  test('[CT:relatedForm] gives all up and takes it back', () => {
    const state = { ...typed(startRelated(there, fields), 'New'), removed: true }
    const discarded = discardRelated(state)
    expect(changesOf(discarded)).toBe(0)
    const restored = restoreRelated(discarded, state)
    expect(restored.removed).toBe(true)
    expect(editsOf({ ...restored, removed: false }, fields).values).toEqual({ summary: 'New' })
  })
})

describe('somebody else changed the related record', () => {
  const theirs: RelatedFormData = { ...there, etag: '2.1', values: { summary: 'Theirs', review: false } }

  test('[CT:relatedForm] what both changed is asked about, the rest is taken over', () => {
    const { merge, now } = merged(typed(startRelated(there, fields), 'Mine'), theirs)
    expect(merge.conflicts.map(({ id }) => id)).toEqual(['summary'])
    expect(merge.taken).toEqual(['review'])
    expect(merge.record).toEqual({ mediaType: 'notes', id: 7, etag: '2.1' })
    expect(editsOf(now, fields)).toEqual({ id: 7, etag: '2.1', values: { summary: 'Mine' } })
    expect(changesOf(merged(typed(startRelated(there, fields), 'Mine'), theirs, ['summary']).now)).toBe(0)
  })

  const another: RelatedFormData = { ...theirs, id: 8 }

  test.each([
    ['another one by now', there, another, 'It is another record by now'],
    ['unlinked', there, none, 'There is none any more'],
    ['made by them meanwhile', none, theirs, 'There is one by now'],
  ])('[CT:relatedForm] never gets what was typed for another: it is %s', (_, before, now, said) => {
    const mine = typed(startRelated(before, fields), 'Mine')
    const kept = merged(mine, now)
    expect(kept.merge.conflicts).toMatchObject([
      { id: 'record', label: 'Note', theirs: { value: said }, unsavable: true },
    ])
    expect(kept.now).toBe(mine)
    const given = merged(mine, now, ['record']).now
    expect(changesOf(given)).toBe(0)
    expect(editsOf(given, fields)).toMatchObject({ id: now.id, etag: now.etag })
  })

  test('[CT:relatedForm] is shown at once where nothing was typed', () => {
    const { merge, now } = merged(startRelated(there, fields), another)
    expect([merge.conflicts, merge.taken]).toEqual([[], ['Note']])
    expect(now.form.baseline.id).toBe(8)
  })

  test('[CT:relatedForm] does not get what was typed for the other while that was saved', () => {
    const sent = typed(startRelated(there, fields), 'Mine')
    const saved = settleRelated(typed(sent, 'Newer'), editsOf(sent, fields), another, fields)
    expect(editsOf(saved, fields)).toEqual({ id: 7, etag: '1.1', values: { summary: 'Newer' } })
    expect(settleRelated(sent, editsOf(sent, fields), another, fields)).toEqual(startRelated(another, fields))
  })

  test('[CT:relatedForm] a removal is given up where there is something else to see', () => {
    const removed = { ...startRelated(there, fields), removed: true }
    expect(merged(removed, theirs).now.removed).toBe(false)
    expect(merged(removed, theirs).merge.taken).toEqual(['summary', 'review'])
    expect(merged(removed, there).now.removed).toBe(true)
  })
})
