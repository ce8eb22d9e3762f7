import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

function written(level: Parameters<typeof createLog>[0], use: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = []
  use(
    createLog(
      level,
      (line) => lines.push(line),
      () => new Date('2026-01-02T03:04:05.678Z'),
    ),
  )
  return lines
}

describe('log', () => {
  it('[G5.b] writes one JSON object a line, whatever is in it', () => {
    const [line = '', ...more] = written('info', (log) => log.info('said', { text: 'two\nlines "quoted"', count: 3n }))
    expect(more).toEqual([])
    expect(line).not.toContain('\n')
    expect(JSON.parse(line)).toEqual({
      time: '2026-01-02T03:04:05.678Z',
      level: 'info',
      event: 'said',
      text: 'two\nlines "quoted"',
      count: '3',
    })
  })

  it('[G5.c] hides what is named like a secret, at any depth', () => {
    const secrets = { password: 'x1', accessToken: 'x2', nested: { Cookie: 'x3', list: [{ client_secret: 'x4' }] } }
    const [line = ''] = written('info', (log) => log.info('said', { ...secrets, authorization: 'x5', user: 'ann' }))
    expect(line).not.toMatch(/x[1-5]/)
    expect(line).toContain('"user":"ann"')
  })

  it('[G5.c] takes from an error what is known to be harmless: no statements, no values', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (x)=(v1)', params: ['v2'] })
    const [line = ''] = written('info', (log) => log.error('failed', { error: new Error('outer', { cause }) }))
    expect(line).not.toMatch(/v[12]/)
    expect(JSON.parse(line).error).toMatchObject({
      message: 'outer',
      cause: { message: 'duplicate key', sqlstate: '23505' },
    })
  })

  it('leaves out what is below its level', () => {
    const use = (log: ReturnType<typeof createLog>): void => {
      log.debug('a')
      log.info('b')
      log.warn('c')
      log.error('d')
    }
    const events = (level: Parameters<typeof createLog>[0]) => written(level, use).map((line) => JSON.parse(line).event)
    expect(events('debug')).toEqual(['a', 'b', 'c', 'd'])
    expect(events('warn')).toEqual(['c', 'd'])
    expect(events('silent')).toEqual([])
  })
})
