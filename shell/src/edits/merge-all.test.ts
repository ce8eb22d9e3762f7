import { describe, expect, test } from 'vitest'
import type { FieldSchema, FormData, PageResponse } from '../../../shared/page.ts'
import { applyMerge, mergeForm } from '../components/form/form-merge.ts'
import { changedFields, type FormState, setValue, startForm } from '../components/form/form-state.ts'
import type { Editor } from './editor.ts'
import {
  givenUp,
  MissingPart,
  mergeAll,
  NO_ANSWERS,
  prepareAll,
  refuseMissing,
  unanswered,
  withAnswers,
} from './merge-all.ts'
import { createPageEdits } from './page-edits.ts'
import { reasonOf } from './refused.ts'

const field = (name: string): FieldSchema => ({
  ...{ name, type: 'Text', widget: 'text', label: name, required: false, readOnly: false, props: {}, validation: {} },
})
const [title, year] = [field('title'), field('year')]
const fields = [title, year]
const data = (etag: string, values: object): FormData => ({ id: 7, etag, labels: {}, values: { ...values } })
const pageOf = (form: unknown) =>
  ({ data: { components: form === undefined ? [] : [{ key: 'form', data: form }] } }) as Pick<PageResponse, 'data'>

/** A form on a page, whose editor is a new one after each change, as on the screen. */
function formOn(start: FormData) {
  const edits = createPageEdits()
  let state = startForm(start, fields)
  const change = (next: (now: FormState) => FormState): void => {
    state = next(state)
    put()
  }
  const put = (): void => {
    const shown = state
    const editor: Editor = {
      ...{ key: 'form', title: 'Film', changes: changedFields(shown).length, problems: 0 },
      ...{ check: () => true, focusProblem: () => undefined, collect: () => shown.edits },
      ...{ settle: () => undefined, refuse: (errors) => errors, discard: () => () => undefined },
      merge: (fresh) => ({
        ...mergeForm(shown, fresh as FormData, fields),
        apply: (giveUp) => change((now) => applyMerge(now, fresh as FormData, fields, giveUp)),
      }),
    }
    edits.put(editor)
  }
  put()
  return {
    edits,
    type: (of: FieldSchema, value: string) => change((now) => setValue(now, of, value)),
    state: () => state,
  }
}

const start = data('1.1', { title: 'Heat', year: '1995' })
const theirs = data('2.1', { title: 'Theirs', year: '1996' })

describe('[R6] a newer page', () => {
  test('is asked about again where the user went on typing meanwhile', async () => {
    const form = formOn(start)
    form.type(title, 'Mine')
    const prepared = await prepareAll(form.edits, pageOf(theirs))
    const [asked] = mergeAll(form.edits, prepared)
    if (asked === undefined) throw new Error('there is one part')
    const conflicts = unanswered(asked, NO_ANSWERS).map((conflict) => ({ id: `form/${conflict.id}`, conflict }))
    expect(conflicts.map(({ id }) => id)).toEqual(['form/title'])
    const answers = withAnswers(NO_ANSWERS, conflicts, new Set(['form/title']))

    form.type(year, '1997')
    const [now] = mergeAll(form.edits, prepared)
    if (now === undefined) throw new Error('there is one part')
    expect(unanswered(now, answers).map(({ id }) => id)).toEqual(['year'])
    const both = withAnswers(
      answers,
      unanswered(now, answers).map((conflict) => ({ id: 'form/year', conflict })),
      new Set(),
    )
    expect(unanswered(now, both)).toEqual([])
    now.merge.apply(new Set(givenUp(now, both).map(({ id }) => id)))
    expect([form.state().edits, form.state().baseline.etag]).toEqual([{ year: '1997' }, '2.1'])

    form.type(title, 'Mine after all')
    const later = mergeAll(
      form.edits,
      await prepareAll(form.edits, pageOf(data('3.1', { title: 'More', year: '1996' }))),
    )
    expect(later.flatMap((part) => unanswered(part, both)).map(({ id }) => id)).toEqual(['title'])
  })

  test('that lacks a component with edits is not shown, and says which', async () => {
    const form = formOn(start)
    expect([...(await prepareAll(form.edits, pageOf(undefined)))]).toEqual([])
    form.type(title, 'Mine')
    const failure = await prepareAll(form.edits, pageOf(undefined)).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MissingPart)
    expect(reasonOf(failure)).toBe('Not saved: “Film” could not be loaded just now. Your changes are still here.')
    expect(() => refuseMissing(form.edits, pageOf(theirs))).not.toThrow()
  })

  test('merges components whose data is for them to ask for', async () => {
    const { edits } = formOn(start)
    const list: Editor = {
      ...{ key: 'form', title: 'Films', changes: 1, problems: 0, check: () => true, focusProblem: () => undefined },
      ...{ collect: () => null, settle: () => undefined, refuse: (errors) => errors, discard: () => () => undefined },
      prepare: () => Promise.resolve('rows looked up'),
      merge: (rows) => ({ conflicts: [], taken: [String(rows)], apply: () => undefined }),
    }
    edits.put(list)
    const parts = mergeAll(edits, await prepareAll(edits, pageOf(null)))
    expect(parts.map(({ merge }) => merge.taken)).toEqual([['rows looked up']])
  })
})
