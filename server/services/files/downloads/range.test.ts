import { describe, expect, it } from 'vitest'
import { dispositionOf } from './disposition.ts'
import { rangeOf } from './range.ts'

describe('a Range header', () => {
  it.each([
    ['bytes=0-4', { from: 0, to: 4 }],
    ['bytes=5-', { from: 5, to: 9 }],
    ['bytes=-3', { from: 7, to: 9 }],
    ['bytes=-99', { from: 0, to: 9 }],
    ['bytes=8-99', { from: 8, to: 9 }],
    ['BYTES=0-0', { from: 0, to: 0 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', null],
    ['bytes=-', null],
    ['bytes=0-1,3-4', null],
    ['lines=0-1', null],
    [null, null],
  ])('[F2.b] %j of ten bytes is %j', (header, range) => expect(rangeOf(header, 10)).toEqual(range))

  it('[F2.b] of an empty file cannot be satisfied', () => expect(rangeOf('bytes=0-', 0)).toBe('unsatisfiable'))
})

describe('Content-Disposition', () => {
  it.each([
    ['poster.jpg', 'image/jpeg', 'inline; filename="poster.jpg"'],
    ['page.html', 'text/html', 'attachment; filename="page.html"'],
    ['drawing.svg', 'image/svg+xml', 'attachment; filename="drawing.svg"'],
    ['a"b%c.txt', 'text/plain', `inline; filename="a_b_c.txt"; filename*=UTF-8''a%22b%25c.txt`],
    [
      "Größe (1)'.mp4",
      'video/mp4',
      `inline; filename="Gr__e (1)'.mp4"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29%27.mp4`,
    ],
  ])('[F2.b] of %j', (name, type, value) => expect(dispositionOf(name, type)).toBe(value))
})
