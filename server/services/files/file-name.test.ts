import { posix, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../../errors.ts'
import { fileNameFault, MAX_NAME_BYTES, readFileName } from './file-name.ts'

describe('names of files', () => {
  it.each([
    'a',
    'film.mp4',
    '.profile',
    'Straße (1).mov',
    '映画.mkv',
    '👩‍👧.png',
    'a..b',
    '...a',
    'console.log',
    'com10',
    '%2e%2e',
  ])('[F4] %j is one', (name) => {
    expect(fileNameFault(name)).toBeNull()
  })

  it.each([
    '',
    '.',
    '..',
    '../x',
    'a/b',
    'a\\b',
    '/',
    '\\\\server\\share',
    'a\0b',
    'a\nb',
    'a\u007f',
    'a\u0085',
    'photo\u202egpj.exe',
    '\ud800',
    ' a',
    'a ',
    'a.',
    '...',
    'con',
    'NUL.txt',
    'Aux.tar.gz',
    'COM1',
    'lpt9.log',
    'com¹',
    'nul :x',
    'prn .txt',
    'CONIN$',
  ])('[F4] %j is none', (name) => {
    expect(fileNameFault(name)).toEqual(expect.stringContaining('expected'))
  })

  it('[F4] are measured in bytes', () => {
    expect(fileNameFault('é'.repeat(127))).toBeNull()
    expect(fileNameFault('é'.repeat(128))).toBe(`expected at most ${MAX_NAME_BYTES} bytes of UTF-8`)
  })

  it('[F4] stay in their folder, whatever text is taken for a name', () => {
    const piece = fc.constantFrom('.', '..', '/', '\\', '\0', 'a', ' ', ':', '%2f', '\u202e', 'con', '\n', 'é')
    const names = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(names, (name) => {
        if (fileNameFault(name) !== null) return
        expect(posix.join('/folder', name)).toBe(`/folder/${name}`)
        expect(posix.basename(name)).toBe(name)
        expect(win32.dirname(`c:\\folder\\${name}`)).toBe('c:\\folder')
        expect(new URL(`https://host.example/folder/${encodeURIComponent(name)}`).pathname).toBe(
          `/folder/${encodeURIComponent(name)}`,
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('[F4] are read from a body with the place of what is wrong', () => {
    const problems: Problem[] = []
    expect(readFileName('a.txt', '/x/0/_filename', problems)).toBe('a.txt')
    expect(readFileName('a/b', '/x/1/_filename', problems)).toBeNull()
    expect(readFileName(7, '/x/2/_filename', problems)).toBeNull()
    expect(problems).toEqual([
      { code: 'VALIDATION', pointer: '/x/1/_filename', detail: 'expected a name without / and \\' },
      { code: 'VALIDATION', pointer: '/x/2/_filename', detail: 'expected the name of a file as text' },
    ])
  })
})
