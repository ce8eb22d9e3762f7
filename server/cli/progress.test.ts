import { describe, expect, it } from 'vitest'
import { startProgress } from './progress.ts'
import { createStatusLine } from './status-line.ts'

function progress({
  terminal,
  quiet = false,
  total = 4000 as number | null,
}: {
  terminal: boolean
  quiet?: boolean
  total?: number | null
}) {
  let written = ''
  let time = 0
  const stream = {
    isTTY: terminal,
    columns: 100,
    write: (text: string) => {
      written += text
    },
  }
  const status = createStatusLine(stream)
  const report = startProgress({ title: 'Importing', total, unit: 'rows' }, status, { quiet, now: () => time })
  return {
    report,
    status,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
    /** What was written since it was asked last. */
    written: () => {
      const text = written
      written = ''
      return text
    },
  }
}

it('draws over nothing on a terminal that cannot', () => {
  const written: string[] = []
  const stream = { isTTY: true, columns: 80, write: (text: string) => written.push(text) }
  expect(createStatusLine(stream, 'xterm').live).toBe(true)
  const dumb = createStatusLine(stream, 'dumb')
  dumb.show('half')
  dumb.line('whole')
  expect([dumb.live, written]).toEqual([false, ['whole\n']])
})

const CLEAR = '\r\u001b[2K'

describe('progress on a terminal', () => {
  it('draws a bar with count, rate and time left over itself', () => {
    const { report, pass, written } = progress({ terminal: true })
    pass(2000)
    report.advance(1000, 'films')
    expect(written()).toBe(
      `${CLEAR}Importing  ██████░░░░░░░░░░░░░░░░░░  25 %  1,000 of 4,000 rows, 500/s, 0:06 left  films`,
    )
    pass(5)
    report.advance(1)
    expect(written()).toBe('')
    pass(5995)
    report.reach(4000)
    expect(written()).toBe(`${CLEAR}Importing  ████████████████████████ 100 %  4,000 of 4,000 rows, 500/s`)
    report.end()
    expect(written()).toBe(`${CLEAR}Importing: 4,000 rows in 0:08, 500/s\n`)
  })

  it('is as wide as it needs on a terminal that does not know its width', () => {
    let written = ''
    const stream = { isTTY: true, columns: 0, write: (text: string) => (written += text) }
    createStatusLine(stream).show('0:04 left')
    expect(written).toBe(`${CLEAR}0:04 left`)
  })

  it('leaves its place to lines that are written meanwhile, and is never wider than the terminal', () => {
    const { report, status, pass, written } = progress({ terminal: true, total: null })
    pass(1000)
    report.advance(7, 'x'.repeat(200))
    const bar = written().slice(CLEAR.length)
    expect(bar).toHaveLength(99)
    expect(bar).toMatch(/^Importing {4}7 rows, 7\/s {2}x+$/)
    status.line('a note')
    expect(written()).toBe(`${CLEAR}a note\n${CLEAR}${bar}`)
  })
})

describe('progress where nobody looks', () => {
  it('writes a line every ten seconds and one at the end', () => {
    const { report, pass, written } = progress({ terminal: false })
    pass(9000)
    report.advance(100)
    expect(written()).toBe('')
    pass(1000)
    report.advance(100)
    expect(written()).toBe('Importing: 200 of 4,000 rows, 20/s, 3:10 left\n')
    pass(3_600_000)
    report.end()
    expect(written()).toBe('Importing: 200 rows in 1:00:10, 0/s\n')
  })

  it('is silent when asked to be', () => {
    for (const terminal of [true, false]) {
      const { report, pass, written } = progress({ terminal, quiet: true })
      pass(20_000)
      report.advance(100)
      report.end()
      expect(written()).toBe('')
    }
  })
})
