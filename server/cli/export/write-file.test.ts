import { execFileSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { writeText } from './write-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'marquee-write-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function* text(...pieces: readonly string[]) {
  yield* pieces
}

it('[M4] puts no file in the place of a pipe or a device, but writes to it', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const [read] = await Promise.all([readFile(pipe, 'utf8'), writeText(text('a', 'b'), pipe, false)])
  expect(read).toBe('ab')
  expect(lstatSync(pipe).isFIFO()).toBe(true)
})

it('[M4] writes to the file that a link leads to', async () => {
  const [file, link] = [join(folder, 'file'), join(folder, 'link')]
  writeFileSync(file, 'old')
  symlinkSync(file, link)
  await writeText(text('new'), link, true)
  expect(gunzipSync(readFileSync(file)).toString()).toBe('new')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
})

it('[M4] leaves a file as it was, and nothing beside it, where it fails', async () => {
  const file = join(folder, 'kept')
  writeFileSync(file, 'old')
  const failing = async function* () {
    yield 'half'
    throw new Error('no more')
  }
  await expect(writeText(failing(), file, false)).rejects.toThrow('no more')
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  await expect(writeText(text('x'), folder, false)).rejects.toThrow(`${folder} cannot be written: EISDIR`)
})
