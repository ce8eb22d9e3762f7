import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeBeside, writeText } from './files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'))
})

describe('[M2] a document that is written', () => {
  it('replaces a file as a whole, and only where it differs', async () => {
    const file = join(folder, 'a.yaml')
    expect([await writeText(file, 'one'), await writeText(file, 'one'), await writeText(file, 'two')]).toEqual([
      true,
      false,
      true,
    ])
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['two', ['a.yaml']])
  })

  it('goes where a link leads to, which stays a link', async () => {
    const [file, link, device] = ['a.yaml', 'link.yaml', 'null'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    writeFileSync(file, 'one')
    symlinkSync(file, link)
    await writeText(link, 'two')
    symlinkSync('/dev/null', device)
    await writeText(device, 'three')
    expect([link, device].map((path) => lstatSync(path).isSymbolicLink())).toEqual([true, true])
    expect(readFileSync(file, 'utf8')).toBe('two')
    await writeBeside(device, 'schema.json', '{}')
    expect(readdirSync(folder)).not.toContain('schema.json')
    await writeBeside(link, 'schema.json', '{}')
    expect(readdirSync(folder)).toContain('schema.json')
  })

  it('leaves nothing behind where it cannot be written', async () => {
    const place = join(folder, 'a.yaml')
    mkdirSync(place)
    await expect(writeText(place, 'one')).rejects.toThrow(`cannot write ${place}: it is a folder`)
    await expect(writeText(join(folder, 'none/a.yaml'), 'one')).rejects.toThrow('there is no such file or folder')
    expect(readdirSync(folder)).toEqual(['a.yaml'])
  })
})
