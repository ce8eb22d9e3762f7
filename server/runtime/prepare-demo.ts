import process from 'node:process'
import type { Database } from '../db/database.ts'
import { seedDemo } from '../demo/seed.ts'
import { loadFilms } from './demo-films.ts'

const WIDTH = 24

/** Puts the demo catalogue into a database that has none, and says how far it is. */
export async function prepareDemo(database: Database): Promise<void> {
  const { stderr } = process
  let shown = -1
  const report = await seedDemo(database, await loadFilms(), (done, total, what) => {
    const percent = Math.floor((done / total) * 100)
    if (percent === shown) return
    shown = percent
    if (!stderr.isTTY) return
    const bar = '█'.repeat(Math.round((percent / 100) * WIDTH)).padEnd(WIDTH, '░')
    stderr.write(`\rMaking the demo catalogue ${bar} ${String(percent).padStart(3)} %  ${what.padEnd(20)}`)
  })
  if (report === null) return
  if (stderr.isTTY) stderr.write('\n')
  const corrected = Object.values(report.corrections).reduce((sum, count) => sum + count, 0)
  stderr.write(
    `Made the demo catalogue: ${report.films} films; ${corrected} odd values in ${report.correctedFilms} of them were corrected, none dropped.\n`,
  )
}
