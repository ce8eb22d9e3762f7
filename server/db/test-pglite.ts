import { existsSync, openAsBlob, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openPglite } from './pglite.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the databases that others are copies of; empty when a run begins. */
    templates: string
  }
}

/** A new embedded database in memory, without any table. */
export function emptyPglite(): Promise<PGlite> {
  return copiedPglite('empty', async () => undefined)
}

/** A new embedded database in memory that every migration was applied to. */
export function migratedPglite(): Promise<PGlite> {
  return copiedPglite('migrated', async (pglite) => {
    await migrate(await openPglite(pglite), migrations)
  })
}

/**
 * A new embedded database in memory: a copy of one that is made, and filled by `fill`, at its first use in a run of the
 * tests. A copy takes a third of the time that an empty one takes.
 */
export async function copiedPglite(name: string, fill: (pglite: PGlite) => Promise<void>): Promise<PGlite> {
  const template = join(inject('templates'), `${name}.tar`)
  if (!existsSync(template)) await makeTemplate(template, fill)
  const copy = await PGlite.create({ loadDataDir: await openAsBlob(template) })
  copies.add(copy)
  return copy
}

const copies = new Set<PGlite>()

/** Closes the copies that nobody closed: each holds 150 MB, and one process runs all files. */
export async function closeCopies(): Promise<void> {
  const left = [...copies].filter(({ closed }) => !closed)
  copies.clear()
  for (const copy of left) await copy.close()
}

/** What further databases would be made of, which nobody does here, is two thirds of all files. */
const WITHOUT_OTHERS = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
]

/** Workers may make the same one at once: the last one stays, and they are alike. */
async function makeTemplate(template: string, fill: (pglite: PGlite) => Promise<void>): Promise<void> {
  const pglite = await PGlite.create()
  await fill(pglite)
  for (const statement of [...WITHOUT_OTHERS, 'checkpoint']) await pglite.exec(statement)
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  const draft = `${template}.${process.pid}`
  writeFileSync(draft, new Uint8Array(await dump.arrayBuffer()))
  renameSync(draft, template)
}
