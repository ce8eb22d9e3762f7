import { expect, it } from 'vitest'
import { dollars, sharesOf } from './shares.ts'

it('splits the worldwide gross', () => {
  const shares = sharesOf({ us_gross: '25.00', worldwide_gross: '100.00' })
  expect(shares?.map(({ amount, percent }) => [amount, percent])).toEqual([
    [25, 25],
    [75, 75],
  ])
})

it('has nothing to say of a film whose gross is unknown', () => {
  expect(sharesOf({ us_gross: null, worldwide_gross: null })).toBeNull()
  expect(sharesOf({})).toBeNull()
})

it('writes amounts without cents', () => expect(dollars(1234567.8)).toBe('$1,234,568'))
