/** Builds the shell into `shell/dist`; with `--if-stale` only when a source is newer than the last build. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const dist = join(root, 'dist')
const built = join(dist, 'index.html')
const drafts = join(root, '.cache')
/** Pages that are open by now go on with the parts of the last build, and of those so long before it. */
const KEPT_MS = 3_600_000
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json', '../shared'].map((path) =>
  join(root, path),
)

if (process.argv.includes('--if-stale') && !isStale()) {
  console.log('shell: up to date')
} else {
  const { build } = await import('vite')
  mkdirSync(drafts, { recursive: true })
  const draft = mkdtempSync(join(drafts, 'build-'))
  try {
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: process.argv.includes('--verbose') ? 'info' : 'warn',
      build: { outDir: draft },
    })
    takeOver(draft)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  console.log('shell: built')
}

/** Moves a build to where it is served from, at no moment of which a page lacks a part: `index.html` comes last. */
function takeOver(draft: string): void {
  const last = existsSync(built) ? statSync(built).mtimeMs : 0
  const files = filesIn(draft).toSorted((a, b) => Number(a === 'index.html') - Number(b === 'index.html'))
  for (const file of files) {
    mkdirSync(dirname(join(dist, file)), { recursive: true })
    renameSync(join(draft, file), join(dist, file))
  }
  for (const file of filesIn(dist)) {
    const path = join(dist, file)
    if (!files.includes(file) && statSync(path).mtimeMs < last - KEPT_MS) rmSync(path)
  }
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return entries.filter((name) => statSync(join(folder, name)).isFile())
}

function isStale(): boolean {
  if (!existsSync(built)) return true
  const builtAt = statSync(built).mtimeMs
  return sources.some((path) => newest(path) > builtAt)
}

function newest(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
