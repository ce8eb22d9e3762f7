import { describe, expect, it } from 'vitest'
import { formatOf } from './formats.ts'
import { chunked } from './test-files.ts'
import { asUtf8 } from './utf8.ts'

async function text(bytes: Uint8Array, encoding: string | null = null, chunk = 1): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of asUtf8(chunked(bytes, chunk), encoding)) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

describe('asUtf8', () => {
  it.each([
    ['UTF-8', Buffer.from('é,1'), 'é,1'],
    ['UTF-8 with a mark', Buffer.from('\uFEFFé,1\n\uFEFF'), 'é,1\n\uFEFF'],
    ['UTF-16 with a mark', Buffer.from('\uFEFFé,1', 'utf16le'), 'é,1'],
    ['UTF-16 with a mark, the other way round', Buffer.from('\uFEFFé,1', 'utf16le').swap16(), 'é,1'],
    ['nothing', Buffer.from(''), ''],
    ['less than a mark', Buffer.from('a'), 'a'],
  ])('[M4] reads %s', async (_, bytes, expected) => {
    for (const chunk of [1, 2, 3, 100]) expect(await text(bytes, null, chunk)).toBe(expected)
  })

  it('[M4] reads an encoding that is named', async () => {
    expect(await text(new Uint8Array([0x80, 0xe9]), 'windows-1252')).toBe('€é')
  })

  it('[M4] refuses an encoding that is none', async () => {
    await expect(text(new Uint8Array(), 'klingon')).rejects.toThrow('there is no encoding "klingon"')
  })
})

describe('formatOf', () => {
  it.each([
    ['films.csv', 'csv'],
    ['films.CSV.gz', 'csv'],
    ['a/films.v2.ndjson.gz', 'ndjson'],
    ['films.jsonl', 'ndjson'],
    ['films.json', 'json'],
    ['films', undefined],
    ['films.gz', undefined],
    ['-', undefined],
  ])('[M4] tells the format of %s', (file, format) => {
    expect(formatOf(file)?.name).toBe(format)
  })
})
