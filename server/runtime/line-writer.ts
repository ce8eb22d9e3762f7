import { writeSync } from 'node:fs'
import process from 'node:process'

/** Collects lines and writes them to standard output once per turn of the event loop: a write per line would cost more than the request it tells of. */
export function lineWriter(): (line: string) => void {
  let pending = ''
  const flush = (): void => {
    const text = pending
    pending = ''
    if (text !== '') process.stdout.write(text)
  }
  process.on('exit', () => {
    if (pending !== '') writeSync(1, pending)
  })
  return (line) => {
    if (pending === '') setImmediate(flush)
    pending += `${line}\n`
  }
}
