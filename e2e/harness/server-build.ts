import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { build } from 'vite'
import { removeOldBuilds } from './old-builds.ts'

/** Two levels below the root, as the sources are: the shell's files are found from there. */
const BUILDS = 'node_modules'
const PREFIX = '.marquee-'
/** Bring files of their own, which they find beside themselves. */
const APART = ['@electric-sql/pglite', 'pg-native', 'vega-datasets']

/**
 * Puts the programs of the service and of `marquee` into few files: to read nine hundred takes two thirds of what a start
 * costs, and tests start hundreds of processes. Those that `launch` and `startMarquee` start from then on are such ones.
 * @param root folder of the checkout
 */
export async function buildServer(root: string): Promise<void> {
  const files = await bundle(root)
  const hash = createHash('sha256')
  for (const [name, code] of files) hash.update(`${name}\n${code}\n`)
  const folder = join(BUILDS, PREFIX + hash.digest('hex').slice(0, 16))
  if (existsSync(join(root, folder))) utimesSync(join(root, folder), new Date(), new Date())
  else write(join(root, folder), files)
  removeOldBuilds(join(root, BUILDS), PREFIX)
  process.env.MARQUEE_BUILT = folder
}

/** Each file's name and content. */
async function bundle(root: string): Promise<readonly (readonly [string, string])[]> {
  const input = { node: 'server/runtime/node.ts', marquee: 'server/cli/marquee.ts' }
  const output = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: APART },
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: 'node24',
      emptyOutDir: false,
      rolldownOptions: { input, output },
    },
  })
  if (!('output' in built)) throw new Error('the programs were not built once')
  return built.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : []))
}

/** Another run may write the same one at the same time. */
function write(folder: string, files: readonly (readonly [string, string])[]): void {
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft)
  for (const [name, code] of files) writeFileSync(join(draft, name), code)
  writeFileSync(join(draft, 'package.json'), '{ "type": "module" }\n')
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}
