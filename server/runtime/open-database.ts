import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { PGlite } from '@electric-sql/pglite'
import type { Config } from '../config.ts'
import type { Database, StatementObserver } from '../db/database.ts'
import { openNeon } from '../db/neon.ts'
import { openPg } from '../db/pg.ts'
import { openPglite } from '../db/pglite.ts'
import { keepStatistics, STATISTICS } from '../db/statistics.ts'
import { lockDataDir } from './data-dir-lock.ts'

/** Opens the configured database on a runtime that has files and sockets (Node, Deno). */
export async function openDatabase({ database }: Config, observe?: StatementObserver): Promise<Database> {
  if (database.kind === 'postgres') return openPg(database.url, { observe })
  if (database.kind === 'neon') return openNeon(database, observe)
  const release = lockDataDir(database.dataDir)
  process.on('exit', release)
  try {
    const pglite = await embedded(join(database.dataDir, 'pglite'))
    const statistics = keepStatistics({ query: (text) => pglite.query(text), ...STATISTICS })
    const opened = await openPglite(pglite, observe, statistics)
    return {
      ...opened,
      close: async () => {
        await opened.close()
        process.off('exit', release)
        release()
      },
    }
  } catch (error) {
    process.off('exit', release)
    release()
    throw error
  }
}

/** A new database is made beside its place and moved there complete: a start that is cut short leaves nothing half made. */
async function embedded(folder: string): Promise<PGlite> {
  if (!existsSync(folder)) {
    const draft = `${folder}.new`
    rmSync(draft, { recursive: true, force: true })
    const made = await PGlite.create(draft)
    await made.close()
    chmodSync(draft, 0o700)
    renameSync(draft, folder)
  }
  return PGlite.create(folder)
}
