import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cycles, type Import, importsOf } from './import-graph.ts'
import {
  cycleFaults,
  folderOf,
  layerFaults,
  MAX_LINES,
  nameFaults,
  runtimeAllowed,
  runtimeFaults,
  serviceAppFaults,
  suffixFaults,
} from './import-rules.ts'
import { tokens } from './source-tokens.ts'

const ROOT = join(import.meta.dirname, '..')

function listFiles(...options: string[]): readonly string[] {
  const names = execFileSync('git', ['ls-files', '-z', ...options], { cwd: ROOT, encoding: 'utf8' }).split('\0')
  return [...new Set(names)].filter((file) => file !== '' && existsSync(join(ROOT, file)))
}

const text = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const everything = listFiles('--cached', '--others', '--exclude-standard')
const sources = everything.filter((file) => /^(?:server|shared|shell\/src|remote-example\/src)\/.*\.tsx?$/.test(file))
const imports = sources.flatMap((file) => importsOf(file, text(file)))

describe('who may import whom', () => {
  it('is read from the real source files', () => {
    expect(sources).toContain('server/errors.ts')
    expect(imports).toContainEqual(
      expect.objectContaining({
        file: 'server/errors.ts',
        target: 'shared/envelope.ts',
        specifier: '../shared/envelope.ts',
      }),
    )
  })

  it('goes from the routes to the left, never back', () => {
    expect(layerFaults(imports)).toEqual([])
  })

  it("leaves services' apps to the composition root", () => {
    expect(serviceAppFaults(imports)).toEqual([])
  })

  it('leaves node:, cloudflare: and database drivers to their places', () => {
    expect(runtimeFaults(imports)).toEqual([])
  })

  it('leaves the Deno global to the runtimes', () => {
    const rule = 'only server/runtime/, server/cli/ and tests use Deno'
    const faults = sources.filter((file) => !runtimeAllowed(file)).flatMap((file) => denoLines(file, text(file)))
    expect(faults.map((place) => `${place} ${rule}`)).toEqual([])
  })

  it('has no cycles between folders', () => {
    expect(cycleFaults(imports).join('\n')).toBe('')
  })

  it('writes the suffix of every relative import', () => {
    expect(suffixFaults(imports, (file) => existsSync(join(ROOT, file)))).toEqual([])
  })
})

describe('source files', () => {
  it(`have at most ${MAX_LINES} lines`, () => {
    const long = sources
      .map((file) => ({ file, lines: text(file).trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > MAX_LINES)
    expect(
      long.map(
        ({ file, lines }) => `${file}:${MAX_LINES + 1} a source file has at most ${MAX_LINES} lines, not ${lines}`,
      ),
    ).toEqual([])
  })

  it('have names that say what is inside', () => {
    expect(nameFaults(sources)).toEqual([])
  })
})

describe('tracked files', () => {
  // Put together from pieces, so that this file does not match itself.
  const machinePath = ['', '(?:work|farm)', ''].join('/')
  const registryHost = ['registry\\.(?:npm|yarn)', 'js|deb\\.', 'debian\\.org'].join('')
  const FORBIDDEN = [
    { pattern: new RegExp(`(?<![\\w.])${machinePath}`), rule: 'no absolute path of a machine' },
    { pattern: new RegExp(registryHost), rule: 'no address of a package registry' },
  ]

  it('name no machine and no registry', () => {
    const read = listFiles('--cached').filter(
      (file) => !/(?:\.lock|lock\.json|\.svg|\.gz|\.png|\.ico|\.woff2)$/.test(file),
    )
    const faults = read.flatMap((file) =>
      text(file)
        .split('\n')
        .flatMap((line, index) =>
          FORBIDDEN.filter(({ pattern }) => pattern.test(line)).map(({ rule }) => `${file}:${index + 1} ${rule}`),
        ),
    )
    expect(faults).toEqual([])
  })

  it('would be caught', () => {
    const samples = [['', 'work', 'main'].join('/'), `https://${['registry', 'npmjs', 'org'].join('.')}/x`]
    expect(samples.map((sample) => FORBIDDEN.findIndex(({ pattern }) => pattern.test(sample)))).toEqual([0, 1])
  })
})

describe('the checks themselves', () => {
  const edge = (file: string, specifier: string): Import => {
    const [found] = importsOf(file, `import { x } from '${specifier}'`)
    return found as Import
  }

  it('find every kind of import and its line', () => {
    const source = [
      "import 'a'",
      "import b, { type c } from './b.ts'",
      "import type { d } from '../d.ts'",
      "export * as e from './e.ts'",
      "export type { f } from './f.ts'",
      "const g = await import('./g.css?inline')",
      "// import h from './h.ts'",
      'const i = "import i from \'./i.ts\'"',
      "const j = /import '/.test(`import k from './k.ts'`)",
      'export { l }',
      'export const m = import.meta.url',
    ].join('\n')
    expect(
      importsOf('server/x/y.ts', source).map(({ line, target, specifier }) => [line, target ?? specifier]),
    ).toEqual([
      [1, 'a'],
      [2, 'server/x/b.ts'],
      [3, 'server/d.ts'],
      [4, 'server/x/e.ts'],
      [5, 'server/x/f.ts'],
      [6, 'server/x/g.css'],
    ])
  })

  it.each([
    ['shared/a.ts', '../server/errors.ts'],
    ['server/errors.ts', './catalog/catalog.ts'],
    ['server/field-types/text.ts', '../catalog/catalog.ts'],
    ['server/catalog/load.ts', '../query/bind.ts'],
    ['server/query/bind.ts', '../write/create.ts'],
    ['server/query/bind.ts', '../http.ts'],
    ['server/write/create.ts', '../data-api/read.ts'],
    ['server/render/page.ts', '../query/bind.ts'],
    ['server/render/page.ts', '../db/database.ts'],
    ['server/render/page.ts', '../catalog/load.ts'],
    ['server/render/page.ts', '../services/files/app.ts'],
    ['shell/src/main.tsx', '../../server/errors.ts'],
    ['remote-example/src/entry.ts', '../../shell/src/main.tsx'],
  ])('refuse that %s imports %s', (file, specifier) => {
    expect(layerFaults([edge(file, specifier)])).toEqual([expect.stringContaining(`${file}:1 imports ${specifier}: `)])
  })

  it.each([
    ['server/operators/eq.ts', '../field-types/field-type.ts'],
    ['server/data-api/read.ts', '../http.ts'],
    ['server/catalog/load.ts', '../db/database.ts'],
    ['server/render/page.ts', '../data-api/client.ts'],
    ['server/render/page.ts', '../services/files/client.ts'],
    ['server/query/bind.test.ts', '../runtime/node.ts'],
    ['shell/src/page/page.tsx', '../../../shared/page.ts'],
  ])('allow that %s imports %s', (file, specifier) => {
    expect(layerFaults([edge(file, specifier)])).toEqual([])
  })

  it('refuse a service app, a built-in module, a driver and Deno elsewhere', () => {
    expect(serviceAppFaults([edge('server/app.ts', './services/files/app.ts')])).toHaveLength(1)
    expect(serviceAppFaults([edge('server/context.ts', './services/files/app.ts')])).toEqual([])
    expect(runtimeFaults([edge('server/auth/tokens.ts', 'node:crypto'), edge('server/query/a.ts', 'pg')])).toHaveLength(
      2,
    )
    expect(runtimeFaults([edge('server/auth/password.ts', 'node:crypto'), edge('server/db/pg.ts', 'pg')])).toEqual([])
    expect(denoLines('a.ts', 'const x =\n  Deno.env')).toEqual(['a.ts:2'])
  })

  it('refuse missing suffixes, missing files and empty names', () => {
    const exists = (file: string) => file === 'server/a.ts'
    expect(suffixFaults([edge('server/b.ts', './a.ts')], exists)).toEqual([])
    expect(suffixFaults([edge('server/b.ts', './a'), edge('server/b.ts', './c.ts')], exists)).toHaveLength(2)
    expect(
      nameFaults(['server/utils.ts', 'server/common/a.ts', 'server/page-manager.ts', 'server/commons.ts']),
    ).toHaveLength(3)
  })

  it('find a cycle between folders, and none inside one', () => {
    const round = [
      edge('server/a/x.ts', '../b/y.ts'),
      edge('server/b/y.ts', '../c/z.ts'),
      edge('server/c/z.ts', '../a/x.ts'),
    ]
    expect(cycles([edge('server/a/x.ts', './y.ts'), edge('server/a/y.ts', './x.ts')], folderOf)).toEqual([])
    expect(cycleFaults(round)).toEqual([expect.stringContaining('server/a -> server/b -> server/c -> server/a')])
    expect(cycleFaults(round.slice(1))).toEqual([])
  })
})

function denoLines(file: string, source: string): readonly string[] {
  return tokens(source)
    .filter(({ kind, text: word }, index, all) => kind === 'word' && word === 'Deno' && all[index - 1]?.text !== '.')
    .map(({ line }) => `${file}:${line}`)
}
