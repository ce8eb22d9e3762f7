import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv } from './csv.ts'
import type { CsvOptions } from './csv-header.ts'
import { FileFault } from './file-row.ts'
import { allRows, briefly, chunked } from './test-files.ts'

const TOLD: CsvOptions = { delimiter: null, columns: null, skipLines: 0 }
const read = (content: string | Uint8Array, options: Partial<CsvOptions> = {}, chunk?: number) =>
  briefly(readCsv(chunked(content, chunk), { ...TOLD, ...options }))

describe('readCsv', () => {
  it('[M4] takes names from the header, and values by them', async () => {
    expect(await read('title,year\nMetropolis,1927\n')).toEqual([{ title: 'Metropolis', year: '1927' }])
  })

  it.each([
    ['semicolons', 'a;b,c;d\n1;2;3\n', { a: '1', 'b,c': '2', d: '3' }],
    ['tabs', 'a\tb\n1\t2\n', { a: '1', b: '2' }],
    ['bars', 'a|b\n1|2\n', { a: '1', b: '2' }],
  ])('[M4] tells %s from the header', async (_, content, row) => {
    expect(await read(content)).toEqual([row])
  })

  it('[M4] reads quoted delimiters, quotes and line ends, and keeps carriage returns inside', async () => {
    expect(await read('a,b\r\n"x,""y""\r\nz",2\r\n')).toEqual([{ a: 'x,"y"\r\nz', b: '2' }])
  })

  it('[M4] reads an empty field as nothing, quotes around nothing as an empty text, and a quote within a field as a character', async () => {
    expect(await read('a,b,c\n,"",5" disk\n')).toEqual([{ a: null, b: '', c: '5" disk' }])
  })

  it('[M4] passes over empty lines and needs no line end after the last', async () => {
    expect(await read('\n\na\n\n1\n\n2')).toEqual([{ a: '1' }, { a: '2' }])
  })

  it('[M4] takes names from the caller where the file has none', async () => {
    expect(await read('1,2\n', { columns: ['a', 'b'] })).toEqual([{ a: '1', b: '2' }])
  })

  it('[M4] names columns without a name by their place', async () => {
    expect(await read('a,,\n1,2,3\n')).toEqual([{ a: '1', column_2: '2', column_3: '3' }])
  })

  it('[M4] passes over columns that have neither a heading nor values, and rows may end before them', async () => {
    expect(await read('a,b,,\n1,2,,\n3,4\n5,6,,7\n8\n')).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
      { a: '5', b: '6', column_4: '7' },
      '5: has 1 fields, where the header names 4',
    ])
  })

  it('[M4] numbers headings that stand twice', async () => {
    expect(await read('a,a,a_2,a\n1,2,3,4\n')).toEqual([{ a: '1', a_3: '2', a_2: '3', a_4: '4' }])
    await expect(read('1,2\n', { columns: ['a', 'a'] })).rejects.toThrow(new FileFault('two columns are named "a"'))
  })

  it('[M4] reads headings that hold line ends', async () => {
    expect(await read('"Film\r\nTitle";"a ""b"""\r\nx;1\r\n')).toEqual([{ 'Film Title': 'x', 'a "b"': '1' }])
  })

  it('[M4] takes the delimiter from the line that Excel writes before the header', async () => {
    expect(await read('sep=;\r\na,b;c\r\n1;2\r\n')).toEqual([{ 'a,b': '1', c: '2' }])
    expect(await read('"sep=\t"\na\tb\n1\t2\n')).toEqual([{ a: '1', b: '2' }])
  })

  it('[M4] passes over as many lines before the header as asked', async () => {
    const content = 'My films;;\n\na;b\n1;2\n'
    expect(await read(content, { skipLines: 1 })).toEqual([{ a: '1', b: '2' }])
    expect(await read(content, { skipLines: 3, columns: ['x', 'y'] })).toEqual([{ x: '1', y: '2' }])
    expect(await read(content, { skipLines: 9 })).toEqual([])
  })

  it.each([
    ['', []],
    ['\n\n', []],
    ['a,b', []],
  ])('[M4] finds no row in %j', async (content, rows) => {
    expect(await read(content)).toEqual(rows)
  })

  it.each([
    ['a\r1\r2\r', 'lines end in a carriage return alone: expected line feeds'],
    ['"a,b\n1,2\n', 'line 1 names no columns: a quote in it is not closed'],
    ['"a"x,b\n1,2\n', 'line 1 names no columns: expected "," after the closing quote of field 1'],
    ['a\0,b\n1,2\n', 'line 1 holds NUL bytes: --encoding utf-16le or utf-16be may be what it is in'],
  ])('[M4.c] refuses the file %j as a whole', async (content, message) => {
    await expect(read(content)).rejects.toThrow(new FileFault(message))
  })

  it('[M4.c] tells rows of another length, and lets empty fields at the end be', async () => {
    expect(await read('a,b\n1\n1,2,3\n1,2,,\n')).toEqual([
      '2: has 1 fields, where the header names 2',
      '3: has 3 fields, where the header names 2',
      { a: '1', b: '2' },
    ])
  })

  it('[M4.c] a stray quote costs its own line and none behind it', async () => {
    const content = 'a,b\n"stray,1\nx,2\n"y","3"\n"z"w,4\nv,5\n"open,6\n'
    expect(await read(content)).toEqual([
      '2: expected "," after the closing quote of field 1',
      { a: 'x', b: '2' },
      { a: 'y', b: '3' },
      '5: expected "," after the closing quote of field 1',
      { a: 'v', b: '5' },
      '7: a quote is opened and never closed',
    ])
  })

  it('[M4.c] gives up on a quote that stays open for megabytes', async () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `${'x'.repeat(100)},${index}`)
    const rows = await allRows(readCsv(chunked(`a,b\n"stray,1\n${lines.join('\n')}\n`), TOLD))
    expect(rows.filter((row) => !row.ok)).toHaveLength(1)
    expect(rows).toHaveLength(100_001)
    expect(rows.at(-1)).toMatchObject({ line: 100_002, values: { b: '99999' } })
  })

  it('[M4.c] tells lines that are no UTF-8 and keeps their bytes', async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('a,b\n'), 0xe9, 0x2c, 0x31, 0x0a, 0x78, 0x2c, 0x32])
    const rows = await allRows(readCsv(chunked(bytes), TOLD))
    expect(rows).toEqual([
      { ok: false, line: 2, raw: new Uint8Array([0xe9, 0x2c, 0x31]), reason: 'is not UTF-8' },
      { ok: true, line: 3, raw: 'x,2', values: { a: 'x', b: '2' } },
    ])
  })

  it('[M4.c] reads back whatever a writer of CSV can write, however it arrives', async () => {
    const odd = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'é', '\0', ';') })
    const field = fc.oneof(fc.string({ unit: 'grapheme' }), odd)
    const table = fc
      .integer({ min: 1, max: 5 })
      .chain((width) => fc.array(fc.array(field, { minLength: width, maxLength: width }), { maxLength: 8 }))
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('\n', '\r\n'),
        async (rows, chunk, end) => {
          const names = Array.from({ length: rows[0]?.length ?? 1 }, (_, index) => `c${index}`)
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
          const content = [names, ...rows].map((row) => row.map(quoted).join(',') + end).join('')
          const expected = rows.map((row) => Object.fromEntries(row.map((text, index) => [`c${index}`, text])))
          expect(await read(content, {}, chunk)).toEqual(expected)
        },
      ),
    )
  })

  it('[M4.c] loses no line of any text at all', async () => {
    const text = fc.array(fc.constantFrom('"', ',', '\n', 'x', '\r\n', '""', 'é'), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (parts, chunk) => {
        const content = parts.join('')
        const rows = await allRows(readCsv(chunked(content, chunk), { ...TOLD, delimiter: ',', columns: ['a', 'b'] }))
        const raw = rows.map((row) => row.raw).join('\n')
        const bare = (given: string) =>
          given
            .split(/\r?\n/)
            .filter((line) => line !== '')
            .join('\n')
        expect(bare(raw)).toBe(bare(content))
      }),
    )
  })
})
