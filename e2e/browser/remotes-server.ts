import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { startChild } from '../harness/child.ts'
import { scratchFolder } from '../harness/run-folder.ts'
import { baseEnvironment, ROOT } from '../harness/servers.ts'
import { startWebSource } from '../harness/web-source.ts'

export interface BundleServer {
  readonly url: string
  /** The entry's address for each kind of bundle. */
  readonly entry: (kind: BundleKind) => string
  /** Of the example: a manifest as other tools make one. */
  readonly manifest: string
  /** What the example's entry must hash to. */
  readonly integrity: string
  /** From now on the bundle `mended` is there. */
  readonly mend: () => void
  /** Addresses asked for so far. */
  readonly asked: () => readonly string[]
  readonly stop: () => Promise<void>
}

/** The example as it is built, and bundles that are broken in as many ways. */
export type BundleKind = 'example' | keyof typeof BROKEN | 'hanging' | 'mended' | 'gone'

/** A container as the federation plugin makes one, whose entry is this expression. */
const container = (entry: string): string =>
  `export const init = () => {}\nexport const get = async () => { const entry = ${entry}; return () => entry }\n`

const BROKEN = {
  throwing: "throw new Error('no licence for this host')",
  malformed: 'export const = <div>',
  html: '<!doctype html><title>Not found</title>',
  noContainer: 'export const components = {}',
  shapeless: container('({ parts: {} })'),
  listed: container('({ components: [] })'),
  noComponent: container("({ components: { boxOffice: 'a text' } })"),
  rendering: container(
    '({ components: { boxOffice: ({ setDirty }) => { setDirty(true); throw new Error(`it cannot add up`) } } })',
  ),
  getting: "export const init = () => {}\nexport const get = () => { throw new Error('nothing exposed') }",
  other: container("({ version: '9.1', components: { synopsisEditor: () => 'the other editor' } })"),
} as const

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

/** Serves bundles from an origin of their own, as whoever makes them would. */
export async function startBundleServer(): Promise<BundleServer> {
  const dist = await buildExample()
  let isMended = false
  const { url, requests, stop } = await startWebSource((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://bundles.invalid')
    const [, kind = '', ...rest] = pathname.split('/')
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('cache-control', 'no-cache')
    if (kind === 'hanging') return
    if (pathname === MANIFEST) return void response.end(JSON.stringify(manifestOf(`http://${request.headers.host}`)))
    const script = Object.hasOwn(BROKEN, kind) ? BROKEN[kind as keyof typeof BROKEN] : null
    const file = join(dist, ...rest)
    const isThere = kind === 'example' || (kind === 'mended' && isMended)
    const body = script ?? (isThere && statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : null)
    response.statusCode = body === null ? 404 : 200
    response.setHeader('content-type', TYPES[extname(pathname)] ?? 'text/plain')
    response.end(body ?? 'not found')
  })
  const hash = createHash('sha384')
    .update(readFileSync(join(dist, 'remoteEntry.js')))
    .digest('base64')
  return {
    url,
    entry: (kind) => `${url}/${kind}/remoteEntry.js`,
    manifest: `${url}${MANIFEST}`,
    integrity: `sha384-${hash}`,
    mend: () => {
      isMended = true
    },
    asked: () => requests.map(({ path }) => path),
    stop,
  }
}

const MANIFEST = '/manifest/mf-manifest.json'

function manifestOf(origin: string): object {
  const remoteEntry = { name: 'remoteEntry.js', path: '', type: 'module' }
  const publicPath = `${origin}/example/`
  const buildInfo = { buildVersion: '1', buildName: 'example' }
  const metaData = { name: 'example', type: 'app', buildInfo, remoteEntry, globalName: 'example', publicPath }
  const assets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } }
  const exposes = [{ id: 'example:entry', name: 'entry', path: './entry', assets }]
  return { id: 'example', name: 'example', metaData, shared: [], remotes: [], exposes }
}

/** The example's own production build, made by its own script's tool. */
async function buildExample(): Promise<string> {
  const folder = scratchFolder('bundle')
  const vite = join(ROOT, 'node_modules/.bin/vite')
  const args = ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  const child = startChild(vite, args, { cwd: join(ROOT, 'remote-example'), env: baseEnvironment() })
  if ((await child.exited) !== 0) throw new Error(`the example bundle was not built:\n${child.output()}`)
  return folder
}
