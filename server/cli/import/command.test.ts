import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { emptyDatabase } from '../../db/test-database.ts'
import { exportCommand } from '../export/command.ts'
import { groupOf, ran, type Setting } from '../test-surroundings.ts'
import { importCommand } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'marquee-import-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const env = { DATABASE_URL: await emptyDatabase() }
const marquee = groupOf({ import: importCommand, export: exportCommand })

const run = (words: readonly string[], setting: Setting = {}) => ran(words, marquee, { env, ...setting })
async function exported(type: string): Promise<string> {
  const path = join(folder, `${type}.ndjson`)
  expect((await run(['export', type, path, '--names', '-q'])).code).toBe(0)
  return readFileSync(path, 'utf8')
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const FILMS = file('films.csv', 'Title,Year,Cast\nMetropolis,1927,Helm;Abel\nAlraune,1928,Helm\n')
const WORDS = [FILMS, '--into', 'films', '--key', 'Title', '--list', 'Cast=people']

describe('marquee import', () => {
  it('[M4.a] shows what it is going to do, asks, and does nothing for a no', async () => {
    const questions: string[] = []
    const confirm = async (question: string): Promise<boolean> => {
      questions.push(question)
      return false
    }
    const { code, stdout, stderr } = await run(['import', ...WORDS, '--quiet'], { confirm })
    expect({ code, stdout, questions }).toEqual({ code: 1, stdout: '', questions: ['Import?'] })
    expect(stderr.trimEnd().split('\n')).toEqual([
      'films.csv: 2 rows, into films, which is new',
      '  Title  → title  Text                    2 rows  Metropolis, Alraune',
      '  Year   → year   Integer                 2 rows  1927, 1928',
      '  Cast   → cast   list of people by name  2 rows  Helm;Abel, Helm',
      'A record is recognised by title: where it is there already, what differs is written.',
      'Makes the media type people (People, each a Person, shown by name), with a list page and an edit page',
      'Makes the media type films (Films, each a Film, shown by title), with a list page and an edit page',
      'marquee: nothing was imported',
    ])
    expect((await run(['export', 'films'])).stderr).toContain('there is no media type named "films"')
  })

  it('[M4] tells what it would do, and does not ask', async () => {
    const confirm = (): Promise<boolean> => Promise.reject(new Error('asked'))
    const dry = await run(['import', ...WORDS, '--dry-run', '-q'], { confirm })
    expect(dry).toEqual({
      code: 0,
      stdout:
        'films: 2 would be created, 0 would be updated, 0 unchanged, 0 not imported\npeople: 2 would be created\n',
      stderr: '',
    })
  })

  it('[M4] [M4.c] imports after a yes, or without asking, and tells the first bad rows and where all of them are', async () => {
    const said = await run(['import', ...WORDS, '-q'], { confirm: async () => true })
    expect([said.code, said.stdout]).toEqual([
      0,
      'films: 2 created, 0 updated, 0 unchanged, 0 not imported\npeople: 2 created\n',
    ])
    expect(await exported('films')).toBe(
      '{"title":"Metropolis","year":1927,"cast":["Helm","Abel"]}\n{"title":"Alraune","year":1928,"cast":["Helm"]}\n',
    )
    const bad = Array.from({ length: 12 }, (_, n) => `B${n},x,`)
    const more = file('more.csv', `Title,Year,Cast\nMetropolis,1926,Helm\n${bad.join('\n')}\nNew,1,\n`)
    const errors = join(folder, 'errors.ndjson')
    const words = ['import', more, ...WORDS.slice(1), '--errors', errors]
    const { code, stdout } = await run([...words, '--yes'])
    expect(code).toBe(1)
    expect(stdout.trimEnd().split('\n')).toEqual([
      'films: 1 created, 1 updated, 0 unchanged, 12 not imported',
      ...Array.from({ length: 10 }, (_, n) => `line ${n + 3}: Year: expected a whole number`),
      'and 2 more',
      `All 12 are in ${errors}, as they came.`,
    ])
    const kept = readFileSync(errors, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(kept).toEqual(bad.map((row, n) => ({ line: n + 3, reasons: ['Year: expected a whole number'], row })))
    const json = JSON.parse((await run([...words, '--json'])).stdout)
    expect(json).toMatchObject({
      mediaType: 'films',
      created: 0,
      updated: 0,
      unchanged: 2,
      bad: 12,
      errors,
      resumedAt: 0,
      dryRun: false,
    })
    expect(json.firstErrors).toHaveLength(10)
  })

  it('[M4] reads another encoding, another delimiter, a file without a header and another format than its name says', async () => {
    const bytes = Buffer.from('Caf\u00e9~a+b\n', 'latin1')
    const words = ['--into', 'places', '--encoding', 'windows-1252', '--delimiter', '~', '--columns', 'name, tags']
    const lists = ['--list', 'tags', '--split', '+', '--format', 'csv', '-q']
    expect((await run(['import', file('places.dat', bytes), ...words, ...lists])).code).toBe(0)
    expect(await exported('places')).toBe('{"name":"Café","tags":["a","b"]}\n')
  })

  it('[M4] speaks of one row and one thing as of one', async () => {
    const lines = (await run(['import', file('one.csv', 'Cast\nHelm\n'), '--into', 'artists', '--dry-run'])).stderr
    expect(lines).toContain('one.csv: 1 row, into artists')
    expect(lines).toContain('each an Artist, shown by cast')
  })

  it('[M4.c] keeps the bytes of rows that are no text', async () => {
    const errors = join(folder, 'bytes.ndjson')
    const bytes = file('bytes.csv', Buffer.from('name\nCaf\u00e9\nBar\n', 'latin1'))
    const { code, stdout } = await run(['import', bytes, '--into', 'bars', '--errors', errors, '-q'])
    expect(code).toBe(1)
    expect(stdout.split('\n').slice(1, 3)).toEqual(['line 2: is not UTF-8', `It is in ${errors}, as it came.`])
    expect(JSON.parse(readFileSync(errors, 'utf8'))).toEqual({
      line: 2,
      reasons: ['is not UTF-8'],
      bytes: Buffer.from('Caf\u00e9', 'latin1').toString('base64'),
    })
  })

  it('[M4.c] never writes rows that are not imported over the file they come from', async () => {
    const content = 'name,n\na,1\nb,2,3\n'
    const own = file('own.csv', content)
    const { code, stderr } = await run(['import', own, '--into', 'own', '--errors', join(folder, '.', 'own.csv')])
    expect(code).toBe(2)
    expect(stderr).toContain(`--errors ${own} is the file that is imported: expected another`)
    expect(readFileSync(own, 'utf8')).toBe(content)
  })

  it('[M4.c] [M4.b] stops where rows that are not imported cannot be kept, and goes on once they can', async () => {
    const names = file('full.csv', 'name,n\na,1\nb,2,3\nc,4\n')
    const words = ['import', names, '--into', 'kept_names', '--type', 'n=Integer', '--batch', '2', '-q']
    const full = await run([...words, '--errors', '/dev/full'])
    expect(full.code).toBe(1)
    expect(full.stderr).toContain('rows that are not imported cannot be written to /dev/full: ENOSPC')
    const errors = join(folder, 'full.ndjson')
    const again = await run([...words, '--errors', errors])
    expect(again.stdout).toContain('kept_names: 1 created, 0 updated, 1 unchanged, 1 not imported')
    expect(JSON.parse(readFileSync(errors, 'utf8'))).toMatchObject({ line: 3, row: 'b,2,3' })
    expect((await run([...words, '--errors', '/dev/null'])).stdout).toContain(
      '0 created, 0 updated, 2 unchanged, 1 not',
    )
  })

  it('[X58.a] [M4.a] tells how it reads days and numbers, and asks where two readings are possible', async () => {
    const sheet = file('sheet.csv', 'Name;Tag;Preis;Seen\na;31.12.2024;1,5;1/2/2024\nb;1.1.2024;2;3/4/2024\n')
    const { stderr } = await run(['import', sheet, '--into', 'sheets', '--dry-run'])
    expect(stderr).toContain('Date, day first')
    expect(stderr).toContain('Decimal, decimal comma')
    expect(stderr).toContain(
      'Note: Seen is read as Text: what 1/2/2024 says depends on how it is written; --dates dmy or --dates mdy tells',
    )
    const told = await run(['import', sheet, '--into', 'sheets', '--dates', 'mdy', '--skip', 'Tag', '-y', '-q'])
    expect(told.code).toBe(0)
    expect(await exported('sheets')).toBe(
      '{"name":"a","preis":1.5,"seen":"2024-01-02"}\n{"name":"b","preis":2,"seen":"2024-03-04"}\n',
    )
  })

  it('[M4] shows control characters of a file as characters', async () => {
    const odd = file('odd.csv', 'na\u001b[31mme,n\n\u001b]0;x\u0007,1\nb\u009b,x\n')
    const { stderr, stdout } = await run(['import', odd, '--into', 'odd', '--type', 'n=Integer', '--dry-run'])
    expect(stderr).toContain('\ufffd]0;x\ufffd')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(`${stderr}${stdout}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })

  it.each([
    [['import', 'x.dat', '--into', 'films'], 'there is no file x.dat'],
    [
      ['import', file('films.xlsx', 'PK\x03\x04[Content_Types].xml'), '--into', 'films'],
      'films.xlsx is an Excel workbook: save its sheet as CSV (UTF-8) and import that',
    ],
    [['import', file('none.csv', 'a,b\n'), '--into', 'nothing'], 'none.csv: there are no rows in it'],
    [
      ['import', file('titled.csv', 'My films\nName,Year\nA,1\n'), '--into', 'nothing'],
      'titled.csv: none of its rows can be read; line 2: has 2 fields, where the header names 1',
    ],
    [['import', FILMS], '--into TYPE is missing: which media type is to be filled?'],
    [['import', FILMS, '--into', 'films', '--map', 'Title'], '--map Title: expected COLUMN=…'],
    [['import', FILMS, '--into', 'films', '--delimiter', 'ab'], '--delimiter: expected one character, or tab'],
    [
      ['import', FILMS, '--into', 'films', '--encoding', 'klingon'],
      'films.csv: there is no encoding "klingon": expected utf-8, utf-16le, windows-1252 or another',
    ],
    [['import', folder, '--into', 'films'], `${folder.split('/').at(-1)} is a folder`],
    [
      ['import', FILMS, '--into', 'users', '--map', 'Title=username', '--skip', 'Year', '--skip', 'Cast'],
      'films.csv cannot be imported like this',
    ],
    [['export', 'films', '--json'], '--json needs a FILE: standard output is taken by the records'],
    [['export', 'films', '--sort', 'nope'], 'sort: films has no field'],
  ])('[M4.c] refuses %j', async (words, message) => {
    const { code, stderr } = await run(words)
    expect(code).toBeGreaterThan(0)
    expect(stderr).toContain(`marquee: ${message}`)
  })
})
