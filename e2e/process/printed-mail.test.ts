import { afterEach, expect, it } from 'vitest'
import { ADMIN, CREDENTIALS } from '../harness/credentials.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { type RunningServer, type Settings, startServer } from '../harness/servers.ts'

const running: RunningServer[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})

async function start(settings: Settings = {}): Promise<RunningServer> {
  const made = { ...CREDENTIALS, DATA_DIR: await dataFolder(), DEMO: 'false', ...settings }
  const server = await startServer('node', made)
  running.push(server)
  return server
}

const post = (url: string, path: string, body: object) =>
  fetch(`${url}/api/v2/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** What a server wrote, as soon as it matches. */
async function written(text: () => string, pattern: RegExp): Promise<RegExpExecArray> {
  const until = Date.now() + 20_000
  for (;;) {
    const found = pattern.exec(text())
    if (found !== null) return found
    if (Date.now() > until) throw new Error(`not written: ${pattern}\n${text()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

it('[A4] [G5.c] without a mail server the link is shown to whoever runs the service, and not logged', async () => {
  const { url, stdout, stderr } = await start({ LOG_LEVEL: 'debug' })
  expect((await post(url, 'forgot-password', { username: ADMIN.email })).status).toBe(202)
  const [, origin, token = ''] = await written(stderr, /^ {2}(http:\S+)\/reset-password#([\w-]{43})$/m)
  expect(origin).toBe(url)
  expect(stderr()).toContain(`<${ADMIN.email}>: A new password for Marquee`)
  expect((await post(url, 'reset-password', { token, newPassword: 'another long one' })).status).toBe(204)
  const signedIn = await post(url, 'login', { username: ADMIN.email, password: 'another long one' })
  expect(signedIn.status).toBe(200)
  expect(stdout()).toContain('"path":"/api/v2/auth/forgot-password"')
  expect(stdout()).not.toContain(token)
})

it('[A4] [A2.c] a mail server that is away changes no answer; the log tells', async () => {
  const { url, output } = await start({
    SMTP_URL: 'smtp://cms:hidden@127.0.0.1:1',
    MAIL_FROM: 'cms@example.org',
    PUBLIC_URL: 'https://cms.example',
  })
  expect((await post(url, 'forgot-password', { username: ADMIN.email })).status).toBe(202)
  await written(output, /"level":"warn","event":"recovery mail was not sent"/)
  expect(output()).not.toMatch(/reset-password#|hidden/)
})
