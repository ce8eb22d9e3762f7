import { expect, test, vi } from 'vitest'
import type { Editor } from './editor.ts'
import { createPageEdits } from './page-edits.ts'

const editor = (key: string, changes: number, problems = 0): Editor => ({
  key,
  title: key,
  changes,
  problems,
  check: () => true,
  focusProblem: () => undefined,
  collect: () => null,
  settle: () => undefined,
  refuse: (errors) => errors,
  merge: () => ({ conflicts: [], taken: [], apply: () => undefined }),
  discard: () => () => undefined,
})

test('the sums of all editors are told when they change, and only then', () => {
  const edits = createPageEdits()
  const told = vi.fn()
  const end = edits.subscribe(told)
  edits.put(editor('form', 2))
  edits.put(editor('cast', 1, 1))
  edits.put(editor('form', 2))
  expect(told).toHaveBeenCalledTimes(2)
  expect(edits.sums()).toMatchObject({ changes: 3, problems: 1 })
  expect(edits.sums().parts.get('cast')).toEqual({ title: 'cast', changes: 1, problems: 1 })
  const same = edits.sums()
  edits.put(editor('cast', 1, 1))
  expect(edits.sums()).toBe(same)
  edits.remove('cast')
  expect(edits.sums()).toMatchObject({ changes: 2, problems: 0 })
  end()
  edits.remove('form')
  expect(told).toHaveBeenCalledTimes(3)
})

test('nothing is saved while something else is under way, by whomever', () => {
  const edits = createPageEdits()
  const [one, other] = [edits.block(), edits.block()]
  one()
  one()
  expect(edits.sums().blocked).toBe(true)
  other()
  expect(edits.sums().blocked).toBe(false)
})

test('a component’s actions make a bar', () => {
  const edits = createPageEdits()
  const remove = edits.addActions('form')
  expect([...edits.sums().actions]).toEqual(['form'])
  remove()
  expect(edits.sums().actions.size).toBe(0)
})
