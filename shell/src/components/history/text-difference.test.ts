import { expect, test } from 'vitest'
import { differingParts } from './text-difference.ts'

test('what differs is marked in whole words', () => {
  expect(differingParts('Two men meet in a cafe.', 'Two women meet in a cafe.')).toEqual([
    { before: 'Two ', middle: 'men', after: ' meet in a cafe.' },
    { before: 'Two ', middle: 'women', after: ' meet in a cafe.' },
  ])
})

test('what was added stands against nothing', () => {
  const [one, other] = differingParts('A thief and a cop', 'A thief and a cop, later friends') ?? []
  expect(one).toEqual({ before: 'A thief and a cop', middle: '', after: '' })
  expect(other?.middle).toBe(', later friends')
})

test('a repeated word is not counted from both ends', () => {
  const [one, other] = differingParts('again and again and', 'again and again and again and') ?? []
  expect(`${one?.before}${one?.middle}${one?.after}`).toBe('again and again and')
  expect(`${other?.before}${other?.middle}${other?.after}`).toBe('again and again and again and')
})

test('texts with little in common are shown as they are', () => expect(differingParts('Heat', 'Ronin')).toBeNull())
