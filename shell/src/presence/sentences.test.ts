import { expect, it } from 'vitest'
import type { PresenceAction, Viewer } from '../../../shared/presence.ts'
import { editingNotice, editorsFirst, initials, sentence } from './sentences.ts'

const viewer = (name: string, action: PresenceAction): Viewer => ({
  userId: 1,
  name,
  action,
  pageKey: 'film',
  since: '',
})

it('says what somebody does', () => {
  expect(sentence(viewer('Anna Berg', 'editing'))).toBe('Anna Berg is editing')
  expect(sentence(viewer('Bo', 'viewing'))).toBe('Bo is viewing')
})

it('has a notice of those who edit, and of nobody else', () => {
  const [anna, bo, cy] = [viewer('Anna', 'editing'), viewer('Bo', 'editing'), viewer('Cy', 'editing')]
  expect(editingNotice([viewer('Anna', 'viewing')])).toBe('')
  expect(editingNotice([viewer('Dee', 'viewing'), anna])).toBe('Anna is editing')
  expect(editingNotice([anna, bo])).toBe('Anna and Bo are editing')
  expect(editingNotice([anna, bo, cy])).toBe('Anna and 2 others are editing')
})

it('puts those who edit first', () => {
  const [anna, bo] = [viewer('Anna', 'viewing'), viewer('Bo', 'editing')]
  expect(editorsFirst([anna, bo])).toEqual([bo, anna])
})

it.each([
  ['Anna Berg', 'AB'],
  ['anna maria berg', 'AB'],
  ['Cher', 'C'],
  ['  ', ''],
  ['李 娜', '李娜'],
  ['🦊 Fox', '🦊F'],
])('takes the initials of %s', (name, expected) => {
  expect(initials(name)).toBe(expected)
})
