import { cpSync, existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Child, freePort, whenReady } from '../harness/child.ts'
import { CREDENTIALS } from '../harness/credentials.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { underLoad } from '../harness/patience.ts'
import { scratchFolder } from '../harness/run-folder.ts'
import { launch, type RunningServer, type Settings, startServer } from '../harness/servers.ts'

/** A data folder with the schema and an administrator, made once and copied. */
let made: string
let firstOutput: string
beforeAll(async () => {
  made = join(scratchFolder('data'), 'made')
  const server = await startServer('node', { DATA_DIR: made, DEMO: 'false' })
  firstOutput = server.output()
  await server.stop()
})

const running: Child[] = []
afterEach(async () => {
  for (const child of running.splice(0)) await child.stop()
})

async function start(settings: Settings, runtime: 'node' | 'deno' = 'node'): Promise<RunningServer> {
  const server = await startServer(runtime, { DEMO: 'false', ...settings })
  running.push(server)
  return server
}

function madeFolder(): string {
  const folder = join(scratchFolder('data'), 'data')
  cpSync(made, folder, { recursive: true })
  return folder
}

/** Starts one that is to fail; gives its exit code and the lines it wrote for people. */
async function failedStart(settings: Settings, port = 0): Promise<{ code: number | null; lines: string[] }> {
  const child = launch('node', { DEMO: 'false', ...settings }, port)
  const code = await child.exited
  return { code, lines: child.stderr().trimEnd().split('\n') }
}

async function stopped(server: Child, signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }> {
  const start = performance.now()
  server.signal(signal)
  return { code: await server.exited, ms: performance.now() - start }
}

describe('a start that cannot be', () => {
  it('[G3.a] ends with 2 and one line that names the variable', async () => {
    const { code, lines } = await failedStart({ MAX_PAGE_SIZE: '100' })
    expect(code).toBe(2)
    expect(lines).toEqual(['marquee: MAX_PAGE_SIZE: expected a whole number from 250 to 100000, found 100'])
  })

  it('[G2.b] ends with 3 and one line that names the process whose data folder it is', async () => {
    const DATA_DIR = madeFolder()
    const first = await start({ DATA_DIR })
    const { code, lines } = await failedStart({ DATA_DIR })
    expect(code).toBe(3)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`is in use by process ${first.pid}`)
    expect((await fetch(`${first.url}/health/ready`)).status).toBe(200)
  })

  it('[G1.a] ends with 1 and one line where the port is taken, and leaves no lock behind', async () => {
    const first = await start({ DATA_DIR: madeFolder() })
    const port = Number(new URL(first.url).port)
    const DATA_DIR = madeFolder()
    expect(await failedStart({ DATA_DIR }, port)).toEqual({
      code: 1,
      lines: [`marquee: PORT: ${port} on 127.0.0.1 is in use`],
    })
    expect(readdirSync(DATA_DIR)).toEqual(['pglite'])
  })

  it.each(['node', 'deno'] as const)(
    '[G1.a] [G3.c] makes nothing and shows no password where the port is taken, on %s',
    async (runtime) => {
      const first = await start({ DATA_DIR: madeFolder() })
      const port = Number(new URL(first.url).port)
      const DATA_DIR = join(scratchFolder('data'), 'new')
      const child = launch(runtime, { DEMO: 'false', DATA_DIR }, port)
      expect(await child.exited).toBe(1)
      expect(child.stderr()).toBe(`marquee: PORT: ${port} on 127.0.0.1 is in use\n`)
      expect(existsSync(DATA_DIR)).toBe(false)
    },
  )

  it('[G2] ends with 1 and one line where the database cannot be reached', async () => {
    const { code, lines } = await failedStart({ DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b' })
    expect(code).toBe(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^marquee: DATABASE_URL: the database cannot be reached: /)
    expect(lines[0]).not.toContain('secret')
  })
})

describe('the data folder', () => {
  it('[G2.b] is taken over from a process that was killed, and nothing written is lost', async () => {
    const DATA_DIR = await dataFolder()
    const first = await start({ DATA_DIR, ...CREDENTIALS })
    const token = await accessToken(first.url)
    await stopped(first, 'SIGKILL')
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['marquee.lock', 'pglite'])
    const second = await start({ DATA_DIR, ...CREDENTIALS })
    expect(await signedIn(second.url, token)).toBe(200)
  })

  it('[G2.b] is taken over when its process number belongs to another program by now', async () => {
    const DATA_DIR = madeFolder()
    const lock = { pid: process.pid, start: 'some other time', host: hostname() }
    writeFileSync(join(DATA_DIR, 'marquee.lock'), JSON.stringify(lock))
    await start({ DATA_DIR })
  })

  it('[G2.b] is taken over from another host only when that one fell silent', async () => {
    const DATA_DIR = madeFolder()
    const lock = join(DATA_DIR, 'marquee.lock')
    writeFileSync(lock, JSON.stringify({ pid: 1, start: '', host: 'elsewhere' }))
    const { code, lines } = await failedStart({ DATA_DIR })
    expect(code).toBe(3)
    expect(lines[0]).toContain('is in use by process 1 on elsewhere')
    const minuteAgo = new Date(Date.now() - 60_000)
    utimesSync(lock, minuteAgo, minuteAgo)
    await start({ DATA_DIR })
  })

  it('[G2.b] has one winner of many that start at once over a stale lock', async () => {
    const DATA_DIR = madeFolder()
    writeFileSync(join(DATA_DIR, 'marquee.lock'), JSON.stringify({ pid: 1, start: 'gone', host: hostname() }))
    const ports = await Promise.all([freePort(), freePort(), freePort()])
    const children = ports.map((port) => launch('node', { DATA_DIR, DEMO: 'false' }, port))
    running.push(...children)
    const codes = await Promise.all(children.map((child) => Promise.race([child.exited, started(child)])))
    expect(codes.toSorted()).toEqual([3, 3, 'started'])
  })

  it('is opened again within two seconds', async () => {
    const times: number[] = []
    for (let round = 0; round < 3; round++) {
      const server = await start({ DATA_DIR: madeFolder() })
      times.push(Number(/"event":"started".*"ms":(\d+)/.exec(server.stdout())?.[1]))
      await server.stop()
    }
    expect(Math.min(...times)).toBeLessThan(underLoad(2000))
  })
})

describe.each(['node', 'deno'] as const)('a stop on %s', (runtime) => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s ends with 0 within a second and frees the data folder',
    async (signal) => {
      const DATA_DIR = madeFolder()
      const server = await start({ DATA_DIR }, runtime)
      // a browser's connection, kept alive with nothing under way, must not hold it up
      const idle = connect(Number(new URL(server.url).port), '127.0.0.1')
      idle.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n')
      await new Promise((resolve) => idle.once('data', resolve))
      const { code, ms } = await stopped(server, signal)
      idle.destroy()
      expect(code).toBe(0)
      expect(ms).toBeLessThan(underLoad(1000))
      expect(readdirSync(DATA_DIR)).toEqual(['pglite'])
    },
  )

  it('lets a request under way have its response', async () => {
    const server = await start({ DATA_DIR: madeFolder() }, runtime)
    const body = 'grant_type=none'
    const head = `POST /oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n`
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const next = () => new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))))
    const goOn = next()
    socket.write(`${head}expect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`)
    expect(await goOn).toMatch(/^HTTP\/1.1 100 /)
    socket.write(body.slice(0, 5))
    const stopping = stopped(server, 'SIGTERM')
    await whenReady(server, async () => server.stdout().includes('"event":"stopping"'))
    const answer = next()
    socket.write(body.slice(5))
    expect(await answer).toMatch(/^HTTP\/1.1 400 /)
    expect((await stopping).code).toBe(0)
  })
})

describe('a request that is none', () => {
  it.each([
    ['400', 'nonsense\r\n\r\n'],
    ['431', `GET /?${'x'.repeat(200_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
  ])('[G5] [D1] is answered with %s, an error body and a request id', async (status, text) => {
    const server = await start({ DATA_DIR: madeFolder() })
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    const answer = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))))
    socket.write(text)
    expect(await answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*x-request-id: [^]*"status":"${status}"`))
  })
})

describe('what it says', () => {
  it('[G3.c] shows the first administrator’s password a single time, and not in the log', async () => {
    expect(firstOutput).toMatch(/Sign in as admin with the password [a-z2-9-]{23} \(shown this once\)/)
    const again = await start({ DATA_DIR: madeFolder() })
    expect(again.output()).not.toContain('password')
    expect(again.stderr()).toBe(
      `Marquee is ready at http://localhost:${new URL(again.url).port}\nno SMTP_URL: mails are shown here\n`,
    )
  })

  it('[G5.b] [G5.c] writes JSON lines to standard output and no secret in any', async () => {
    const server = await start({ DATA_DIR: await dataFolder(), ...CREDENTIALS })
    const token = await accessToken(server.url)
    await signedIn(server.url, token)
    await fetch(`${server.url}/health?access_token=${token}`, { headers: { cookie: 'marquee_session=the-cookie' } })
    await stopped(server, 'SIGTERM')
    const lines = server.stdout().trimEnd().split('\n')
    const events = lines.map((line) => JSON.parse(line).event)
    expect(events).toEqual(expect.arrayContaining(['started', 'request', 'stopping']))
    for (const secret of [token, CREDENTIALS.ADMIN_PASSWORD, CREDENTIALS.SERVICE_CLIENT_SECRET, 'the-cookie']) {
      expect(server.output()).not.toContain(secret)
    }
  })

  it('[G3.b] keeps what it made for itself readable by its owner alone', () => {
    expect(statSync(join(made, 'pglite')).mode & 0o077).toBe(0)
  })
})

async function accessToken(url: string): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'password',
    client_id: CREDENTIALS.SERVICE_CLIENT_ID,
    client_secret: CREDENTIALS.SERVICE_CLIENT_SECRET,
    username: CREDENTIALS.ADMIN_EMAIL,
    password: CREDENTIALS.ADMIN_PASSWORD,
  })
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: form })
  const { access_token: token } = (await response.json()) as { access_token?: string }
  return token ?? `refused with ${response.status}`
}

async function signedIn(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.api+json' }
  return (await fetch(`${url}/api/v1/sources`, { headers })).status
}

async function started(child: Child): Promise<'started'> {
  while (!child.stdout().includes('"event":"started"')) await new Promise((resolve) => setTimeout(resolve, 20))
  return 'started'
}
