import { describe, expect, it } from 'vitest'
import { itemText, parseItem } from './item.ts'

describe('the item of an address', () => {
  it('[R1] [R1.a] is nothing, a new record, one record or several', () => {
    expect(parseItem(undefined)).toEqual({ kind: 'none' })
    expect(parseItem('new')).toEqual({ kind: 'new' })
    expect(parseItem('12')).toEqual({ kind: 'records', ids: [12] })
    expect(parseItem('12,7,12,007')).toEqual({ kind: 'records', ids: [12, 7] })
  })

  it.each([
    '',
    'NEW',
    'x',
    '-1',
    '1,',
    ',1',
    '1,,2',
    '1, 2',
    '1.5',
    '1e3',
    '+1',
    '٣',
    '9'.repeat(17),
    '9007199254740992',
  ])('[R1.a] [ERR:NOT_FOUND] is not %j', (text) =>
    expect(() => parseItem(text)).toThrow(expect.objectContaining({ status: 404 })),
  )

  it('[R1.a] is named as it was asked for', () => {
    expect(['new', '12', '12,7'].map((text) => itemText(parseItem(text)))).toEqual(['new', '12', '12,7'])
    expect(itemText({ kind: 'none' })).toBeUndefined()
  })
})
