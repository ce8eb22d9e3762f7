import { beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase } from '../../db/test-database.ts'
import { commands } from '../commands.ts'
import { ran } from '../test-surroundings.ts'

const env = { DATABASE_URL: await emptyDatabase(), LOG_LEVEL: 'silent' }
const keys = (...words: string[]) => ran(['keys', ...words], commands, { env })

describe('keys', () => {
  beforeAll(async () => {
    expect(await keys('list')).toMatchObject({ code: 0, stdout: 'there is no key yet\n' })
  })

  it('[A1.e] rotate makes a key that takes the place of the one before', async () => {
    const first = JSON.parse((await keys('rotate', '--json')).stdout) as { kid: string }
    const second = JSON.parse((await keys('rotate', '--json')).stdout) as { kid: string }
    expect(second.kid).not.toBe(first.kid)
    const { stdout } = await keys('list', '--json')
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([
        { kid: second.kid, created: expect.stringMatching(/^20.*Z$/), current: true, tokens: 0 },
        { kid: first.kid, created: expect.any(String), current: false, tokens: 0 },
      ]),
    )
    expect(stdout).not.toMatch(/private|"d"/)
    expect((await keys('list')).stdout).toMatch(new RegExp(`${second.kid} +20\\S+ +current +0 tokens`))
  })
})
