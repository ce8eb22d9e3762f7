import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { PostgresBinaries } from './postgres-binaries.ts'

export const CLUSTER_ENV = { LC_ALL: 'C', PATH: '/usr/bin:/bin' }

/**
 * Puts a new cluster of databases into a folder that is not there yet; gives the password of its user `marquee`. It is a
 * copy of one that is made once for all runs: to initialise one takes a second, which dozens of files of tests would.
 */
export function newCluster(folder: string, binaries: PostgresBinaries): string {
  const { postgres, user } = binaries
  const template = join(tmpdir(), `marquee-cluster-${statSync(postgres).mtimeMs}-${user ?? process.getuid?.() ?? 0}`)
  if (!existsSync(template)) initialise(template, binaries)
  execFileSync('cp', ['-a', join(template, 'data'), folder])
  return readFileSync(join(template, 'password'), 'utf8')
}

function initialise(template: string, { initdb, user }: PostgresBinaries): void {
  const draft = `${template}.${process.pid}`
  const data = join(draft, 'data')
  const passwordFile = join(draft, 'password')
  mkdirSync(draft, { mode: 0o711 })
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, randomBytes(12).toString('hex'), { mode: 0o600 })
  if (user !== undefined) for (const path of [data, passwordFile]) chownSync(path, user, user)
  const options = ['-D', data, '-U', 'marquee', '-A', 'password', `--pwfile=${passwordFile}`, '-E', 'UTF8']
  const smaller = ['--wal-segsize=4', '--no-sync']
  execFileSync(initdb, [...options, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', ...smaller], {
    env: CLUSTER_ENV,
    stdio: 'pipe',
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
  try {
    renameSync(draft, template)
  } catch (error) {
    // another process was first
    if (!existsSync(template)) throw error
  }
}
