import { expect, test } from 'vitest'
import { listed, mergedText } from './merged-text.ts'

test('[R6] a merge is told in a sentence: who changed what, and that nothing was lost', () => {
  expect(mergedText([{ taken: ['Year', 'Genres'], names: ['Anna Berg'] }], true)).toBe(
    'Anna Berg changed Year and Genres meanwhile; both their changes and yours are saved.',
  )
})

test('[R6] several are told once, those who are not known as someone else', () => {
  const twice = [
    { taken: ['Year'], names: ['Anna Berg'] },
    { taken: ['Year', 'Title'], names: ['Anna Berg', 'Bo Lind'] },
  ]
  expect(mergedText(twice, true)).toMatch(/^Anna Berg and Bo Lind changed Year and Title meanwhile/)
  expect(mergedText([{ taken: ['Year'], names: [] }], true)).toMatch(/^Someone else changed Year/)
})

test('many fields are counted', () => {
  const taken = ['A', 'B', 'C', 'D', 'E']
  expect(mergedText([{ taken, names: [] }], true)).toContain('changed 5 fields meanwhile')
})

test('where nothing of the user’s was left, no save is claimed', () =>
  expect(mergedText([{ taken: ['Year'], names: [] }], false)).toContain('nothing of yours was left to save'))

test('nothing is told where they changed nothing that is shown', () => {
  expect(mergedText([], true)).toBeNull()
  expect(mergedText([{ taken: [], names: ['Anna Berg'] }], true)).toBeNull()
})

test('words are listed', () =>
  expect([listed([]), listed(['a']), listed(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b and c']))
