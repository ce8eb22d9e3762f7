import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { find, newMovie } from '../http/client.ts'
import { newPage } from '../http/page-client.ts'
import { check, open } from './browser.ts'
import { looksSound } from './looks-sound.ts'

const note = (page: Page, name: string) => page.getByRole('note', { name })

describe('a message', () => {
  it('[CT:message] tells its text with what the record holds, in each of its tones', async () => {
    const film = await newMovie({ title: '<b>Heat</b> & "Dust"' })
    const tones = ['info', 'success', 'warning', 'error'].map((tone) => ({
      key: tone,
      type: 'message',
      configuration: { tone, title: `It is ${tone}: {title}`, text: 'First.\n\nSecond of {title}, {status}.' },
    }))
    const key = await newPage('movies', [...tones, { key: 'form', type: 'form' }])
    const page = await open(`/p/${key}/${film._id}`)
    const name = `It is warning: ${film.title}`
    await check(note(page, name).locator('p').nth(1)).toHaveText(`Second of ${film.title}, Draft.`)
    await check(page.getByRole('note')).toHaveCount(4)
    await looksSound(page, 'message')
  })

  it('[CT:message] may have links, which open within the application, and nothing that runs', async () => {
    const text = '<p>See <a href="/p/films">all films</a><b onclick="document.title = 1">now</b></p><script>1</script>'
    const key = await newPage(null, [{ key: 'hint', type: 'message', configuration: { title: 'Hint', text } }])
    const page = await open(`/p/${key}`)
    await check(note(page, 'Hint').locator('script, [onclick]')).toHaveCount(0)
    await page.evaluate(() => Object.assign(window, { kept: true }))
    await note(page, 'Hint').getByRole('link', { name: 'all films' }).click()
    await check(page.getByRole('heading', { level: 1, name: 'Films' })).toBeVisible()
    check(await page.evaluate(() => 'kept' in window)).toBe(true)
  })

  it('[CT:message] put away it stays away, until it says something else', async () => {
    const configuration = { title: 'About {title}', text: 'Mind this.', dismissible: true }
    const key = await newPage('movies', [{ key: 'hint', type: 'message', title: 'Hint', configuration }])
    const [one, other] = [await newMovie(), await newMovie()]
    const page = await open(`/p/${key}/${one._id}`)
    await note(page, `About ${one.title}`).getByRole('button', { name: 'Do not show' }).click()
    await check(page.getByRole('heading', { name: 'Hint' })).toBeHidden()
    await page.reload()
    await check(page.getByRole('heading', { level: 1 })).toBeVisible()
    await check(page.getByRole('note')).toHaveCount(0)
    await page.goto(`/p/${key}/${other._id}`)
    await check(note(page, `About ${other.title}`)).toBeVisible()
  })

  it('[CT:message] [X52] for one record is not shown on a page of several', async () => {
    const { _id } = await find('movies', { title: 'Jaws', year: 1975 })
    const key = await newPage('movies', [
      { key: 'of', type: 'message', configuration: { text: 'Of {title}' } },
      { key: 'any', type: 'message', configuration: { text: 'Of any' } },
    ])
    const page = await open(`/p/${key}/${_id},${(await newMovie())._id}`)
    await check(page.getByRole('note')).toHaveText('Of any')
  })
})
