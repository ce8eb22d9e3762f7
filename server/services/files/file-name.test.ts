import { posix, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../../errors.ts'
import { extensionOf, fileNameFault, readFileName } from './file-name.ts'

describe('a file’s name', () => {
  it.each([
    'a',
    'Der Blaue Engel (1930).mkv',
    '.htaccess',
    'Straße (1).mov',
    '映画.png',
    '👩‍👧.png',
    'a..b',
    '...a',
    'console.log',
    'com10',
    '%2e%2e',
    'x'.repeat(255),
    'é'.repeat(127),
  ])('[F4] may be %j', (name) => expect(fileNameFault(name)).toBeNull())

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
    'x\u2028y',
    'photo\u202egpj.exe',
    '\ud800',
    ' a',
    '\u00a0a',
    'a ',
    'a.',
    '...',
    'CON',
    'nul.txt',
    'Aux.tar.gz',
    'Com1.tar.gz',
    'lpt9',
    'com¹',
    'prn .txt',
    'CONIN$',
    'a:b',
    'a?',
    'é'.repeat(128),
  ])('[F4] may not be %j', (name) => expect(fileNameFault(name)).toMatch(/^a name/))

  it('[F4] stays in its folder, whatever text is taken for one', () => {
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
        const encoded = encodeURIComponent(name)
        expect(new URL(`https://host.example/folder/${encoded}`).pathname).toBe(`/folder/${encoded}`)
      }),
      { numRuns: 1000 },
    )
  })

  it('[F4] is read from a body with the place of what is wrong', () => {
    const problems: Problem[] = []
    expect(readFileName('a.txt', '/x/0/_filename', problems)).toBe('a.txt')
    expect(readFileName('a/b', '/x/1/_filename', problems)).toBeNull()
    expect(readFileName(7, '/x/2/_filename', problems)).toBeNull()
    expect(problems).toEqual([
      { code: 'VALIDATION', pointer: '/x/1/_filename', detail: 'expected a name without a path' },
      { code: 'VALIDATION', pointer: '/x/2/_filename', detail: 'expected the name of a file as text' },
    ])
  })

  it('[UP7] has the extension of its last dot', () => {
    expect(['a.JPG', 'a.tar.gz', 'README', '.htaccess'].map(extensionOf)).toEqual(['.jpg', '.gz', '', ''])
  })
})
