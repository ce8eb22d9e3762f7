import { afterAll, beforeAll, describe, it } from 'vitest'
import { startWebSource, type WebSource } from '../harness/web-source.ts'
import { newMovie } from '../http/client.ts'
import { newPage } from '../http/page-client.ts'
import { allow, check, open } from './browser.ts'
import { looksSound } from './looks-sound.ts'

/** A page of another origin that tells whether its scripts run, and what it was asked for. */
const PAGE = `<!doctype html><title>Map</title><h1>A map</h1><p id="asked"></p><p id="own"></p><script>
asked.textContent = location.pathname + location.search; own.textContent = self.origin
</script>`

let site: WebSource
beforeAll(async () => {
  site = await startWebSource((request, response) => {
    if (request.url?.startsWith('/never')) return
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
  })
})
afterAll(() => site.stop())

const framePage = (configuration: object) =>
  newPage('movies', [
    { key: 'map', type: 'iframe', title: 'Map', configuration: { title: 'Places', ...configuration } },
  ])

describe('a page of another site', () => {
  it('[CT:iframe] shows what the record is asked for by, in a sandbox, under the policy of the shell', async () => {
    const key = await framePage({ url: `${site.url}/of/{id}?t={title}`, height: 300 })
    const film = await newMovie({ title: 'Ä/b?c&d#e' })
    const page = await open(`/p/${key}/${film._id}`)
    const frame = page.frameLocator('iframe[title="Places"]')
    await check(frame.locator('#asked')).toHaveText(`/of/${film._id}?t=${encodeURIComponent(String(film.title))}`)
    await check(frame.locator('#own')).toHaveText('null')
    const element = page.locator('iframe')
    await check(element).toHaveAttribute('sandbox', 'allow-scripts')
    await check(element).toHaveAttribute('referrerpolicy', 'strict-origin')
    await check(page.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('target', '_blank')
    await check(page.getByRole('status', { name: 'Loading Places' })).toHaveCount(0)
    await looksSound(page, 'iframe')
  })

  it('[CT:iframe] is named in the policy, and no other site is', async () => {
    await framePage({ url: `${site.url}/x` })
    const page = await open('/p/films')
    const answer = await page.request.get('/p/films', { headers: { accept: 'text/html' } })
    const policy = answer.headers()['content-security-policy'] ?? ''
    const sources = /frame-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
    check(sources).toContain(site.url)
    check(sources.filter((source) => source !== "'self'" && !source.startsWith('http://127.0.0.1:'))).toEqual([])
  })

  it('[CT:iframe] that does not answer is said to be late, and is tried again', async () => {
    const key = await framePage({ url: `${site.url}/never` })
    const film = await newMovie()
    const page = await open('/p/films')
    await page.clock.install()
    await page.goto(`/p/${key}/${film._id}`)
    await check(page.getByRole('status', { name: 'Loading Places' })).toBeVisible()
    await page.clock.fastForward(21_000)
    await check(page.getByRole('alert')).toContainText('has not answered')
    await page.getByRole('button', { name: 'Try again' }).click()
    await check(page.getByRole('status', { name: 'Loading Places' })).toBeVisible()
    check(site.requests.filter(({ path }) => path === '/never')).toHaveLength(2)
  })

  it('[CT:iframe] that came after the page was opened is let in by a reload', async () => {
    const film = await newMovie()
    const first = await framePage({ url: `${site.url}/first` })
    const page = await open(`/p/${first}/${film._id}`)
    await page.route('**/api/v2/display/**', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(site.url, 'http://127.0.0.2:9') })
    })
    allow(page, 'frame')
    await page.reload()
    await check(page.getByRole('alert')).toContainText('Reload to let it in')
  })
})
