import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../server/config.ts'
import { openDatabase } from '../../server/runtime/open-database.ts'
import { freePort, whenReady } from '../harness/child.ts'
import { marquee, startMarquee } from '../harness/marquee.ts'
import { scratchFolder } from '../harness/run-folder.ts'
import { baseEnvironment, ROOT } from '../harness/servers.ts'

const DATA_DIR = join(scratchFolder('data'), 'data')

describe('marquee', () => {
  it('lists its commands, and needs no database for it', async () => {
    const none = join(scratchFolder('data'), 'none')
    const { code, stdout, stderr } = await marquee(['--help'], { DATA_DIR: none })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const name of ['serve', 'migrate', 'schema', 'user', 'password'])
      expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, 'm'))
    expect((await marquee(['help', 'schema', 'apply'], { DATA_DIR: none })).stdout).toContain(
      'Usage: marquee schema apply FILE [options]',
    )
    expect((await marquee(['--version'], { DATA_DIR: none })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(existsSync(none)).toBe(false)
  })

  it('ends with 2 where it is called wrongly, be it by a word or by a setting', async () => {
    expect(await marquee(['schema', 'difff'], {})).toEqual({
      code: 2,
      stdout: '',
      stderr: 'marquee: there is no command schema difff; did you mean diff? (see marquee schema --help)\n',
    })
    expect(await marquee(['migrate'], { DATABASE_URL: 'nowhere' })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^marquee: DATABASE_URL: expected [^\n]+\n$/),
    })
  })

  it('ends with 1 and one line where the database cannot be reached', async () => {
    const { code, stderr } = await marquee(['user', 'list'], { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^marquee: DATABASE_URL: the database cannot be reached: [^\n]+\n$/)
    expect(stderr).not.toContain('secret')
  })

  it('says whether migrations are missing, applies them, and leaves the data folder free', async () => {
    const missing = await marquee(['migrate', '--status', '--json'], { DATA_DIR })
    expect(missing.code).toBe(4)
    const { applied, missing: names } = JSON.parse(missing.stdout)
    expect(applied).toEqual([])
    expect(await marquee(['migrate'], { DATA_DIR })).toEqual({
      code: 0,
      stdout: names.map((name: string) => `applied ${name}\n`).join(''),
      stderr: '',
    })
    expect(await marquee(['migrate'], { DATA_DIR })).toEqual({ code: 0, stdout: 'nothing to apply\n', stderr: '' })
    expect(await marquee(['migrate', '--status'], { DATA_DIR })).toMatchObject({ code: 0 })
    expect(readdirSync(DATA_DIR)).toEqual(['pglite'])
  })

  it('ends as it would where nobody reads its notes', async () => {
    const env = baseEnvironment()
    const child = spawn('node', ['server/cli/marquee.ts', 'nonsense', '--json'], { cwd: ROOT, env })
    child.stderr.destroy()
    const written = text(child.stdout)
    const [code] = await once(child, 'close')
    expect([code, JSON.parse(await written)]).toMatchObject([2, { error: { exitCode: 2 } }])
  })
})

describe('users', () => {
  beforeAll(async () => {
    expect((await marquee(['migrate', '--quiet'], { DATA_DIR })).code).toBe(0)
  })

  it('are added with a password that signs them in at the service that marquee serve runs', async () => {
    const added = await marquee(['user', 'add', 'eve', '--email', 'eve@example.org', '--admin', '--json'], { DATA_DIR })
    expect(added).toMatchObject({ code: 0, stderr: '' })
    const { password } = JSON.parse(added.stdout)

    const port = await freePort()
    const service = startMarquee(['serve'], { DATA_DIR, DEMO: 'false', PORT: String(port) })
    const url = `http://127.0.0.1:${port}`
    await whenReady(service, async () => (await fetch(`${url}/health`)).ok)
    try {
      const signIn = await fetch(`${url}/api/v2/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'Eve@Example.org', password }),
      })
      expect(signIn.status).toBe(200)
      expect(await marquee(['user', 'list'], { DATA_DIR })).toMatchObject({
        code: 3,
        stderr: expect.stringContaining(`is in use by process ${service.pid}`),
      })
    } finally {
      service.signal('SIGTERM')
    }
    expect(await service.exited).toBe(0)
  })

  it('get new passwords, are disabled and enabled, and one administrator stays', async () => {
    const before = await hash('eve')
    expect(await marquee(['password', 'eve'], { DATA_DIR })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The new password of eve is [a-z2-9-]{23} \(shown this once\)\.\n$/),
    })
    expect(await hash('eve')).not.toBe(before)
    expect(await marquee(['user', 'disable', 'eve'], { DATA_DIR })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nobody else could administer'),
    })
    expect(await marquee(['user', 'password', 'ev'], { DATA_DIR })).toMatchObject({ code: 1, stdout: '' })
  })
})

async function hash(username: string): Promise<string | null | undefined> {
  const database = await openDatabase(loadConfig({ DATA_DIR }))
  try {
    const [row] = await database.read({
      text: 'select password_hash from users where username = $1',
      values: [username],
    })
    return row?.[0]
  } finally {
    await database.close()
  }
}
