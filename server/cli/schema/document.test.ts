import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { MetadataDocument } from '../../catalog/document.ts'
import { demoMediaTypes } from '../../demo/media-types.ts'
import { demoPages } from '../../demo/pages.ts'
import { CommandFailure } from '../failure.ts'
import { documentJsonSchema } from './document-json-schema.ts'
import { readText } from './files.ts'
import { readDocument } from './read-document.ts'
import { writeDocument } from './write-document.ts'

const demo: MetadataDocument = { mediaTypes: demoMediaTypes, pages: demoPages, dictionary: { de: { A: 'Ä' } } }
const valid = new Ajv2020({ strict: false, allErrors: true }).compile(JSON.parse(documentJsonSchema()))
/** JSON has no undefined and no readonly. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('a written document', () => {
  it.each(['yaml', 'json'] as const)('[M2] in %s is read back as it was, and its JSON Schema holds', (format) => {
    const { document } = readDocument(writeDocument(demo, format), 'a')
    const { marquee, $schema, ...rest } = document as MetadataDocument & { marquee: number; $schema?: string }
    expect(rest).toEqual(plain(demo))
    expect(marquee).toBe(1)
    expect(valid(document), JSON.stringify(valid.errors)).toBe(true)
  })

  it('[M2] names its JSON Schema for editors in its first line', () => {
    expect(writeDocument(demo, 'yaml')).toMatch(
      /^# yaml-language-server: \$schema=\.\/marquee-schema\.json\nmarquee: 1\n/,
    )
  })

  it('[M2] holds any text, key and JSON value that Postgres does', () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 30 })
      .filter((value) => value.isWellFormed() && !value.includes('\0'))
    // JSON text has no zero below zero
    const json = fc.jsonValue({ stringUnit: 'grapheme-ascii' }).map((value) => JSON.parse(JSON.stringify(value)))
    fc.assert(
      fc.property(fc.dictionary(text, text, { noNullPrototype: true }), text, json, (texts, label, defaultValue) => {
        const field = { name: 'a', label, type: 'JSON', ...(defaultValue === null ? {} : { defaultValue }) }
        const type = { name: 't', label, labelPlural: label, fields: [field] }
        const document = { mediaTypes: [type], pages: [], dictionary: { en: texts } }
        for (const format of ['yaml', 'json'] as const) {
          const read = readDocument(writeDocument(document, format), 'a').document
          expect(read.mediaTypes).toEqual(plain(document.mediaTypes))
          expect(Object.entries(read.dictionary.en ?? {}).toSorted()).toEqual(Object.entries(texts).toSorted())
        }
      }),
      { numRuns: 200 },
    )
  })
})

const SMALL = `marquee: 1
mediaTypes:
  - name: films
    label: Film
    labelPlural: Films
    fields:
      - name: price
        label: Price
        type: Money
        props: { precision: 2 }
pages:
  - key: films
    title: Films
    components:
      - key: list
        type: list
        order: 1
        configuration:
          pageSize: 20
dictionary: {}
`

describe('a document that is wrong', () => {
  it('is right before it is made wrong', () => {
    expect(valid(readDocument(SMALL, 'a').document)).toBe(true)
  })

  it.each<[string, string, string, string, string]>([
    [
      'type: Money',
      'type: Mony',
      'a:9:15',
      'there is no "Mony" here; did you mean Money?',
      '/mediaTypes/0/fields/0/type',
    ],
    ['type: Money', 'type: Currency', 'a:9:15', 'expected one of Text, TextArea', '/mediaTypes/0/fields/0/type'],
    ['name: films', 'name: Films', 'a:3:11', 'expected up to 63 small letters', '/mediaTypes/0/name'],
    [
      'label: Price',
      'lable: Price',
      'a:8:9',
      'there is no member lable; did you mean label?',
      '/mediaTypes/0/fields/0',
    ],
    ['    label: Film\n', '', 'a:3:5', 'the member label is missing', '/mediaTypes/0'],
    ['label: Film\n', 'label: 7\n', 'a:4:12', 'expected a text; put it in quotes: "7"', '/mediaTypes/0/label'],
    ['label: Film\n', 'label:\n', 'a:4:', 'expected a text; leave the member out', '/mediaTypes/0/label'],
    [
      'precision: 2',
      'precision: -2',
      'a:10:29',
      'expected a whole number, 0 or more',
      '/mediaTypes/0/fields/0/props/precision',
    ],
    ['order: 1', 'order: first', 'a:17:16', 'expected a whole number', '/pages/0/components/0/order'],
    ['order: 1', 'order: 1.5', 'a:17:16', 'expected a whole number', '/pages/0/components/0/order'],
    [
      'pageSize: 20',
      'pageSize: 0',
      'a:19:21',
      'a whole number, 1 or more',
      '/pages/0/components/0/configuration/pageSize',
    ],
    ['type: list', 'type: [list]', 'a:16:15', 'expected a text', '/pages/0/components/0/type'],
    ['marquee: 1', 'marquee: 2', 'a:1:10', 'expected 1', '/marquee'],
    ['dictionary: {}', 'dictionary: { de: { A: true } }', 'a:20:24', 'put it in quotes: "true"', '/dictionary/de/A'],
    ['dictionary: {}', 'dictionary: { "no language": {} }', 'a:20:15', 'expected a language such as de', '/dictionary'],
    ['dictionary: {}\n', '', 'a:1:1', 'the member dictionary is missing', ''],
    ['fields:', 'fields: {}\n    x:', 'a:6:13', 'expected a list', '/mediaTypes/0/fields'],
  ])('[M2.b] %j as %j is told at %s: %s', (from, to, place, message, instancePath) => {
    const text = SMALL.replace(from, to)
    expect(details(text)).toContainEqual(
      expect.objectContaining({ place: expect.stringContaining(place), message: expect.stringContaining(message) }),
    )
    // editors, which go by the JSON Schema, see the same
    expect(valid(parse(text))).toBe(false)
    expect(valid.errors?.map((error) => error.instancePath)).toContain(instancePath)
  })

  it.each([
    ['{ a: "\\0" }', 'without the character U+0000'],
    ['{ a: "\\uD800" }', 'well-formed'],
    ['{ a: .nan }', 'expected a value that JSON has'],
    ['[ 1, .inf ]', 'expected a value that JSON has'],
  ])('[M2.b] a value that cannot be stored is told: %s', (value, message) => {
    expect(details(SMALL.replace('        props:', `        defaultValue: ${value}\n        props:`))).toEqual([
      expect.objectContaining({ message: expect.stringContaining(message) }),
    ])
  })

  it.each([
    ['a: [', 'a:1:'],
    [SMALL.replace('label: Film\n', 'label: Film\n    label: Film\n'), 'a:5:5'],
    ['[1, 2]', 'a:1:1'],
    ['', 'a:1:1'],
    ['x: &a [*a]', 'a:'],
  ])('[M2.b] what is no document at all is told: %j', (text, place) => {
    expect(details(text)[0]?.place).toContain(place)
  })

  it.each([
    ['pages: [*nobody]', 'a:1:9', 'there is no anchor nobody before this'],
    ['marquee: 1\nmarquee: 1', 'a:2:1', 'this member is there twice'],
    ['marquee: 1\n---\nmarquee: 1', 'a:2:1', 'expected one document: here begins another'],
    [`pages: ${'['.repeat(20_000)}`, 'a:1:', 'this is nested too deeply'],
    ['? [a, b]\n: 1', 'a:1:3', 'expected a text as the name of a member'],
    ['null: 1', 'a:1:1', 'expected a text as the name of a member'],
    ['x: 12345678901234567890', 'a:1:4', '12345678901234567890 has more digits than a number keeps'],
    ['x: 0.12345678901234567', 'a:1:4', '0.12345678901234567 has more digits than a number keeps'],
  ])('[M2.b] what no document means is told in plain words: %#', (text, place, message) => {
    expect(details(text)).toContainEqual(
      expect.objectContaining({ place: expect.stringContaining(place), message: expect.stringContaining(message) }),
    )
  })

  it('[M2.b] takes numbers that keep their digits', () => {
    for (const number of [
      '9007199254740992',
      '-0.1',
      '1e300',
      '0x10',
      '0.000000000000000001',
      '100000000000000000000',
      '0.30000000000000004',
      '-.5',
      '1.50',
    ])
      expect(details(`x: ${number}`).some(({ message }) => message.includes('digits'))).toBe(false)
  })

  it('[M2] takes a part that many others repeat by its anchor', () => {
    const field = (index: number): string =>
      `      - { name: t${index}, label: T, type: Text, props: ${index === 0 ? '&p { maxLength: 9 }' : '*p'} }\n`
    const fields = Array.from({ length: 500 }, (_, index) => field(index)).join('')
    const text = `marquee: 1\nmediaTypes:\n  - name: a\n    label: A\n    labelPlural: A\n    fields:\n${fields}pages: []\ndictionary: {}\n`
    expect(readDocument(text, 'a').document.mediaTypes[0]?.fields[499]?.props).toEqual({ maxLength: 9 })
  })

  it('[M2.b] is refused in another encoding than UTF-8', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'schema-')), 'latin1.yaml')
    const bytes = Buffer.from('dictionary: { de: { A: Bär } }', 'latin1')
    writeFileSync(file, bytes)
    const readInput = async (): Promise<Uint8Array> => bytes
    await expect(readText('-', { readInput })).rejects.toThrow('cannot read standard input: expected text in UTF-8')
    await expect(readText(file, { readInput })).rejects.toThrow(`cannot read ${file}: expected text in UTF-8`)
  })

  it('[M2.b] does not blow up by aliases of aliases', () => {
    const level = (index: number): string => `l${index}: &l${index} [${`*l${index - 1},`.repeat(9)}]\n`
    const text = `l0: &l0 [x]\n${Array.from({ length: 9 }, (_, index) => level(index + 1)).join('')}`
    expect(() => readDocument(text, 'a')).toThrow(CommandFailure)
  })
})

function details(text: string): CommandFailure['details'] {
  try {
    readDocument(text, 'a')
  } catch (error) {
    if (error instanceof CommandFailure) return error.details
    throw error
  }
  return []
}
