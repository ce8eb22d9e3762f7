import { existsSync, readFileSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string>>
  readonly files: readonly string[]
  readonly peerDependencies: Readonly<Record<string, string>>
}

/** A file and all that it reaches by relative imports, with the packages they name. */
function reached(file: string, seen: Map<string, readonly string[]>): Map<string, readonly string[]> {
  if (seen.has(file)) return seen
  const specifiers = [...readFileSync(file, 'utf8').matchAll(/ from '([^']+)'/g)].map(([, name]) => name as string)
  seen.set(file, specifiers)
  for (const name of specifiers.filter((each) => each.startsWith('.'))) reached(join(file, '..', name), seen)
  return seen
}

it('holds every file that it exports, with all that they import', () => {
  const all = new Map<string, readonly string[]>()
  for (const entry of Object.values(manifest.exports)) reached(join(ROOT, entry), all)
  const packed = (file: string): boolean => manifest.files.some((pattern) => matchesGlob(relative(ROOT, file), pattern))
  expect(all.size).toBeGreaterThan(5)
  expect([...all.keys()].filter((file) => !existsSync(file) || !packed(file))).toEqual([])
  const packages = [...all.values()].flat().filter((name) => !name.startsWith('.'))
  expect(packages.filter((name) => !Object.hasOwn(manifest.peerDependencies, name))).toEqual([])
})
