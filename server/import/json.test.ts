import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReadRow } from './file-row.ts'
import { LongNumber } from './json-row.ts'
import { readJsonSequence } from './json-sequence.ts'
import { readNdjson } from './ndjson.ts'
import { allRows, briefly, chunked } from './test-files.ts'

const ndjson = (content: string | Uint8Array, chunk?: number) => briefly(readNdjson(chunked(content, chunk)))
const json = (content: string | Uint8Array, chunk?: number) => briefly(readJsonSequence(chunked(content, chunk)))

const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { maxKeys: 4 })
const chunkLength = fc.integer({ min: 1, max: 50 })

/** Rows as JSON again, by which two of them are compared: `-0` and the like are no matter of the reader. */
const printed = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row))

describe('readNdjson', () => {
  it('[M4] reads an object a line, with any line end, and passes over empty lines', async () => {
    expect(await ndjson('{"a":1}\r\n\n  \n{"a":[true,null]}')).toEqual([{ a: 1 }, { a: [true, null] }])
  })

  it('[M4.c] keeps the digits of whole numbers that a double would change', async () => {
    expect(await ndjson('{"a":9007199254740993,"b":-9007199254740995,"c":1234567890123456}')).toEqual([
      { a: new LongNumber('9007199254740993'), b: new LongNumber('-9007199254740995'), c: 1234567890123456 },
    ])
  })

  it.each([
    ['[1]', '1: expected a JSON object'],
    ['7', '1: expected a JSON object'],
    ['null', '1: expected a JSON object'],
  ])('[M4.c] tells that %s is no record', async (content, problem) => {
    expect(await ndjson(content)).toEqual([problem])
  })

  it('[M4.c] tells a line that is no JSON, and goes on', async () => {
    const rows = await ndjson('{"a":1}\n{"a":\n{"a":3}\n')
    expect(rows).toEqual([{ a: 1 }, expect.stringMatching(/^2: is not JSON: /), { a: 3 }])
    expect(await ndjson('{"a":1}\n{"a" 1}\n')).toEqual([{ a: 1 }, expect.stringMatching(/at position 5$/)])
  })

  it('[M4.c] tells a line that is no UTF-8 and keeps its bytes', async () => {
    const rows = await allRows(readNdjson(chunked(new Uint8Array([0x7b, 0xff, 0x7d, 0x0a, 0x7b, 0x7d]))))
    expect(rows).toEqual([
      { ok: false, line: 1, raw: new Uint8Array([0x7b, 0xff, 0x7d]), reason: 'is not UTF-8' },
      { ok: true, line: 2, raw: '{}', values: {} },
    ])
  })

  it('[M4.c] is not upset by depth or by names that mean something to JavaScript', async () => {
    const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)},"n":12345678901234567890}`
    const rows = await allRows(readNdjson(chunked(`${deep}\n{"__proto__":12345678901234567890,"constructor":1}`)))
    expect(rows.map(({ line }) => line)).toEqual([1, 2])
    const { values } = rows[1] as Extract<ReadRow, { ok: true }>
    expect(Object.entries(values)).toEqual([
      ['__proto__', new LongNumber('12345678901234567890')],
      ['constructor', 1],
    ])
  })

  it('[M4] keeps the digits of long numbers, and what is nested as JSON has it', async () => {
    expect(await ndjson('{"a":0.12345678901234567890,"b":{"c":12345678901234567890},"d":1.5}')).toEqual([
      { a: new LongNumber('0.12345678901234567890'), b: { c: 12345678901234567000 }, d: 1.5 },
    ])
  })

  it('[M4.c] reads back whatever was written, however it arrives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(object), chunkLength, async (objects, chunk) => {
        const lines = objects.map((each) => JSON.stringify(each))
        expect(printed(await ndjson(lines.join('\n'), chunk))).toEqual(printed(lines.map((line) => JSON.parse(line))))
      }),
    )
  })
})

describe('an answer of the data API', () => {
  const entity = (id: number, title: string) => ({
    ...{ _id: id, _href: `/api/v1/films/${id}`, _type: 'films', _etag: '1.1', dateins: 7, title },
    ...{ _permissions: { can_write: true }, _links: { maker: 3, 'tags[film]': [1, 2] } },
  })
  const record = (id: number, title: string) => ({ _id: id, title, maker: 3, 'tags[film]': [1, 2] })

  it('[M4] is read as the records it holds, several answers one after another too', async () => {
    const answer = (...films: readonly object[]) => JSON.stringify({ _meta: { n: 1 }, films, _linked: {} }, null, 1)
    const pages = `${answer(entity(1, 'a'), entity(2, 'b'))}\n${answer()}${answer(entity(3, 'c'))}`
    expect(await json(pages, 7)).toEqual([record(1, 'a'), record(2, 'b'), record(3, 'c')])
    expect(await ndjson(`${JSON.stringify(entity(1, 'a'))}\n`)).toEqual([record(1, 'a')])
  })

  it('[M4] keeps the digits of its numbers', async () => {
    expect(await json('{"films":[{"n":9007199254740993}]}')).toEqual([{ n: new LongNumber('9007199254740993') }])
  })

  it.each(['[{"films":[{"a":1}]}]', '{"films":[{"a":1}],"n":1}', '{"films":[1]}', '{"_films":[{"a":1}]}'])(
    '[M4] is not what %s is',
    async (content) => {
      expect(await json(content)).toEqual([JSON.parse(content)].flat())
    },
  )
})

describe('readJsonSequence', () => {
  it.each([
    ['[{"a":1},{"a":2}]', 'an array'],
    ['[\n  {"a": 1},\n  {"a": 2}\n]\n', 'an array over several lines'],
    ['{"a":1}\n{"a":2}', 'one after another'],
    ['{"a":1}{"a":2}', 'one after another with nothing between'],
    [' [{"a":1},{"a":2},]', 'an array with a comma too many'],
  ])('[M4] reads %j: %s', async (content) => {
    expect(await json(content)).toEqual([{ a: 1 }, { a: 2 }])
  })

  it.each([[''], ['  \n'], ['[]'], [' [ ] ']])('[M4] finds no row in %j', async (content) => {
    expect(await json(content)).toEqual([])
  })

  it('[M4.c] tells elements that are no objects, and what is broken inside costs no other', async () => {
    expect(await json('[1, "a,]",\n{"a" 1}, [2], null, {"b":2}]')).toEqual([
      '1: expected a JSON object',
      '1: expected a JSON object',
      expect.stringMatching(/^2: is not JSON/),
      '2: expected a JSON object',
      '2: expected a JSON object',
      { b: 2 },
    ])
  })

  it('[M4.c] tells that a file is cut short', async () => {
    expect(await json('[{"a":1},{"a":')).toEqual([
      { a: 1 },
      expect.stringMatching(/^1: is not JSON/),
      '1: the file ends before its array does',
    ])
  })

  it('[M4.c] tells what stands behind the array', async () => {
    expect(await json('[{"a":1}] x ]')).toEqual([
      { a: 1 },
      expect.stringMatching(/^1: is not JSON/),
      expect.stringMatching(/^1: is not JSON/),
    ])
  })

  it('[M4.c] reads back whatever was written, however it arrives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(object),
        chunkLength,
        fc.integer({ min: 0, max: 2 }),
        async (objects, chunk, indent) => {
          const content = JSON.stringify(objects, null, indent)
          expect(printed(await json(content, chunk))).toEqual(printed(JSON.parse(content)))
        },
      ),
    )
  })

  it('[M4.c] loses nothing of any text at all', async () => {
    const text = fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', 'x', ' ', '\n', 'é') })
    await fc.assert(
      fc.asyncProperty(text, chunkLength, async (content, chunk) => {
        const rows = await allRows(readJsonSequence(chunked(content, chunk)))
        const kept = letters(rows.map(({ raw }) => raw).join(''))
        // the brackets around all elements are no part of any
        const wanted = letters(content)
        expect([wanted, wanted.replace('[', ''), wanted.replace('[', '').replace(']', '')]).toContain(kept)
      }),
    )
  })
})

function letters(text: string): string {
  return [...text.replace(/[\s,]/g, '')].sort().join('')
}
