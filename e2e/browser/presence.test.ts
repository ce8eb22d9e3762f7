import type { Page } from 'playwright/test'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { type Child, freePort, whenReady } from '../harness/child.ts'
import { CREDENTIALS } from '../harness/credentials.ts'
import { type NeonProxy, startNeonProxy } from '../harness/neon-proxy.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { scratchFolder } from '../harness/run-folder.ts'
import { launch, type RuntimeName, type Settings } from '../harness/servers.ts'
import { SERVICE_USER } from '../harness/split.ts'
import { newGroup, newPerson, type Person } from '../process/concurrency-people.ts'
import { allow, check, open } from './browser.ts'
import { input, save } from './form.ts'
import { looksSound } from './looks-sound.ts'

/** So that nobody waits for long. */
const POLLING = { USER_CONCURRENCY_POLLING_TIME: '1' }

let postgres: PostgresServer
let proxy: NeonProxy
let DATABASE_URL: string
let first: string
let second: string
let anna: Person
let bo: Person
const started: Child[] = []

async function start(settings: Settings, runtime: RuntimeName = 'node', port?: number): Promise<[string, Child]> {
  const at = port ?? (await freePort())
  const common = { ...CREDENTIALS, ...SERVICE_USER, ...POLLING, LOG_LEVEL: 'warn', DEMO: 'false', DATABASE_URL }
  const child = launch(runtime, { ...common, DATA_DIR: scratchFolder('data'), ...settings }, at)
  started.push(child)
  const url = `http://127.0.0.1:${at}`
  await whenReady(child, async () => (await fetch(`${url}/health/ready`)).ok)
  return [url, child]
}

beforeAll(async () => {
  ;[postgres, proxy] = await Promise.all([startPostgres(), startNeonProxy()])
  DATABASE_URL = await postgres.createDatabase('presence')
  // the first makes the tables
  first = (await start({}))[0]
  second = (await start({}))[0]
  anna = await newPerson(first, 'Anna Berg')
  bo = await newPerson(first, 'Bo Lund')
})
afterAll(async () => {
  await Promise.all(started.map((child) => child.stop()))
  await proxy?.stop()
  await postgres?.stop()
})

const presence = (page: Page) => page.getByTestId('presence')
const nobody = (page: Page) => presence(page).getByRole('img', { name: 'Nobody else is here' })
const faces = (page: Page, name: string) => presence(page).getByRole('button', { name, exact: true })
const notice = (page: Page) => presence(page).getByRole('status')
const edited = 'Edited by somebody'

/** Two people on one record, each at a server of their own. */
async function expectToMeet(annasServer: string, bosServer: string): Promise<void> {
  const record = `/p/adm_group/${await newGroup(annasServer)}`
  const annas = await open(record, { url: annasServer, user: anna })
  await check(nobody(annas)).toBeVisible()
  const bos = await open(record, { url: bosServer, user: bo })
  await check(faces(bos, 'Anna Berg is viewing')).toBeVisible()
  await check(faces(annas, 'Bo Lund is viewing')).toBeVisible()
  await check(notice(annas)).toHaveText('')

  await input(annas, 'name').fill(`${edited} ${record}`)
  await check(faces(bos, 'Anna Berg is editing')).toBeVisible()
  await check(notice(bos)).toHaveText('Anna Berg is editing')
  await save(annas)
  await check(faces(bos, 'Anna Berg is viewing')).toBeVisible()
  await check(notice(bos)).toHaveText('')

  await bos.goto('/p/adm_groups')
  await check(nobody(annas)).toBeVisible()
  await bos.goto(record)
  await check(faces(annas, 'Bo Lund is viewing')).toBeVisible()
  await bos.getByRole('link', { name: 'Groups' }).first().click()
  await check(presence(bos)).toHaveCount(0)
  await check(nobody(annas)).toBeVisible()
}

describe('who else is on a record', () => {
  it('[SVC:concurrency] [EV6] [EV7] [EV8] is shown to two people on two processes over one Postgres', async () => {
    await expectToMeet(first, second)
  }, 120_000)

  it('[SVC:concurrency] [EV7] [EV8] is shown through Durable Objects on Workers', async () => {
    const { fetchEndpoint: NEON_FETCH_ENDPOINT, wsProxy: NEON_WS_PROXY } = proxy
    const [worker] = await start({ NEON_FETCH_ENDPOINT, NEON_WS_PROXY }, 'workerd')
    await expectToMeet(worker, worker)
  }, 180_000)

  it('is told in full to who points at it or presses it, and looks sound in both themes', async () => {
    const record = `/p/adm_group/${await newGroup(first)}`
    const page = await open(record, { url: first, user: anna })
    const others = await Promise.all(
      ['Cleo Marsh', 'Dee', 'Émile de la Tour', 'Fay Ng'].map((name) => newPerson(first, name)),
    )
    await check(nobody(page)).toBeVisible()
    await looksSound(page, 'presence-alone')
    const [cleo] = await Promise.all(others.map((user) => open(record, { url: second, user })))
    await open(record, { url: second, user: bo })
    await input(cleo as Page, 'name').fill(edited)
    await check(notice(page)).toHaveText('Cleo Marsh is editing')
    const all = presence(page).getByRole('button')
    await check(all).toHaveAccessibleName(/^Cleo Marsh is editing(?:, .+ is viewing){4}$/)
    await check(all).toContainText(/CM.+\+2$/)
    await looksSound(page, 'presence')
    await all.press('Enter')
    const list = page.getByRole('list', { name: 'Also here' })
    await check(list.getByRole('listitem')).toHaveCount(5)
    await check(list).toContainText('Émile de la Tour is viewing')
    await looksSound(page, 'presence-open')
  }, 180_000)

  it('[ERR:concurrency-service-down] is hidden while its service is down, when a save works as ever, and back with it', async () => {
    const port = await freePort()
    const service = { SERVICES: 'concurrency' }
    const [url, child] = await start(service, 'node', port)
    const [pages] = await start({ CONCURRENCY_URL: url })
    const page = await open(`/p/adm_group/${await newGroup(pages)}`, { url: pages, user: anna })
    // the browser writes what was answered to its console, and the page adds nothing to it
    allow(page, 503)
    await check(nobody(page)).toBeVisible()
    child.signal('SIGKILL')
    await child.exited
    await check(presence(page)).toHaveCount(0)
    await input(page, 'name').fill(`Saved without ${port}`)
    await save(page)
    await check(presence(page)).toHaveCount(0)
    await start(service, 'node', port)
    await check(nobody(page)).toBeVisible({ timeout: 40_000 })
  }, 180_000)
})
