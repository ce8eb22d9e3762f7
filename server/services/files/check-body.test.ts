import { describe, expect, it } from 'vitest'
import { AppError } from '../../errors.ts'
import { checkPointer, readCheckBody } from './check-body.ts'

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e'

function pointers(body: unknown, needsMd5 = true): unknown {
  try {
    return readCheckBody(body, needsMd5)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.problems.every(({ code }) => code === 'VALIDATION')).toBe(true)
    return error.problems.map(({ pointer }) => pointer)
  }
}

describe('a checkupload body', () => {
  it('[UP3] maps names to sizes and MD5s', () => {
    const files = readCheckBody({ _filesToValidate: { 'a/b~.txt': { Item1: 7, Item2: MD5.toUpperCase() } } }, true)
    expect(files).toEqual(new Map([['a/b~.txt', { size: 7, md5: MD5 }]]))
  })

  it('[UP3] is told all that is wrong with it', () => {
    for (const body of [null, 7, [], {}, '{}']) expect(pointers(body)).toEqual([''])
    for (const files of [null, [], 7]) expect(pointers({ _filesToValidate: files })).toEqual(['/_filesToValidate'])
    const wrong = {
      'a~/b': 7,
      c: {},
      d: { Item1: -1, Item2: 'x' },
      e: { Item1: 1.5, Item2: MD5 },
      f: { Item1: '1', Item2: [MD5] },
    }
    expect(pointers({ _filesToValidate: wrong, more: 1 })).toEqual([
      '/more',
      '/_filesToValidate/a~0~1b',
      '/_filesToValidate/c/Item1',
      '/_filesToValidate/c/Item2',
      '/_filesToValidate/d/Item1',
      '/_filesToValidate/d/Item2',
      '/_filesToValidate/e/Item1',
      '/_filesToValidate/f/Item1',
      '/_filesToValidate/f/Item2',
    ])
    expect(checkPointer('a~/b', 'Item2')).toBe('/_filesToValidate/a~0~1b/Item2')
  })

  it('[UP9] needs no MD5 where that is turned off, but no wrong one either', () => {
    const files = { a: { Item1: 1 }, b: { Item1: 2, Item2: null }, c: { Item1: 3, Item2: MD5 } }
    expect([...readCheckBody({ _filesToValidate: files }, false).values()].map(({ md5 }) => md5)).toEqual([
      null,
      null,
      MD5,
    ])
    expect(pointers({ _filesToValidate: files })).toEqual(['/_filesToValidate/a/Item2', '/_filesToValidate/b/Item2'])
    expect(pointers({ _filesToValidate: { a: { Item1: 1, Item2: 'x' } } }, false)).toEqual([
      '/_filesToValidate/a/Item2',
    ])
  })

  it('[UP3] may name a file __proto__', () => {
    const body = JSON.parse(`{"_filesToValidate":{"__proto__":{"Item1":1,"Item2":"${MD5}"}}}`)
    expect([...readCheckBody(body, true).keys()]).toEqual(['__proto__'])
  })
})
