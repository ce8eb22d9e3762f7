import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import { scratchFolder } from './run-folder.ts'

/**
 * A data folder as a process leaves it that came to its embedded database and no further: without any table. To make one
 * takes seconds, so that each is a copy of the run's first.
 */
export async function dataFolder(): Promise<string> {
  const template = join(inject('templates'), 'data')
  if (!existsSync(template)) await makeTemplate(template)
  const folder = join(scratchFolder('data'), 'data')
  cpSync(template, folder, { recursive: true })
  return folder
}

async function makeTemplate(template: string): Promise<void> {
  const draft = `${template}.${process.pid}`
  mkdirSync(draft, { mode: 0o700 })
  const made = await PGlite.create(join(draft, 'pglite'))
  await made.close()
  try {
    renameSync(draft, template)
  } catch (error) {
    // another worker was first
    if (!existsSync(template)) throw error
  }
}
