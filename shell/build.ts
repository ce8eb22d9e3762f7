/** Builds the shell into `shell/dist`; with `--if-stale` only when a source is newer than the last build. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const built = join(root, 'dist', 'index.html')
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json', '../shared'].map((path) =>
  join(root, path),
)

if (process.argv.includes('--if-stale') && !isStale()) {
  console.log('shell: up to date')
} else {
  const { build } = await import('vite')
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: process.argv.includes('--verbose') ? 'info' : 'warn',
  })
  console.log('shell: built')
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
