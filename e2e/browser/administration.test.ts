import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import type { MenuItem } from '../../shared/page.ts'
import { create, find, newMovie, read, send, word } from '../http/client.ts'
import { check, open } from './browser.ts'
import { choose, field, input, openTab } from './form.ts'
import { faintTexts, isTooWide } from './inspect.ts'
import { settled } from './list-view.ts'

const SCHEMES = ['light', 'dark'] as const

/** What a theme or a width may spoil: names and ids are looked at on every page elsewhere. */
async function inspect(page: Page, schemes: readonly ('light' | 'dark')[]): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await check(page.locator(`html[data-theme="${colorScheme}"]`)).toBeVisible()
    const found = { faintTexts: await faintTexts(page), isTooWide: await isTooWide(page) }
    check(found, `${page.url()} ${colorScheme}`).toEqual({ faintTexts: [], isTooWide: false })
  }
}

const offered = (page: Page) => page.locator('.ant-select-dropdown:visible .ant-select-item-option')

async function created(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Create' }).click()
  await check(page).toHaveURL(/\/\d+(\?|$)/)
  return Number(/\/(\d+)(\?|$)/.exec(page.url())?.[1])
}

describe('the administration', () => {
  it('has lists and forms that are sound in both themes, each page once in the menu', async () => {
    const page = await open('/p/adm_mediatypes', { viewport: { width: 1024, height: 900 } })
    const menu = (await page.evaluate(async () => (await fetch('/api/v2/menu')).json())) as MenuItem[]
    const titles = menu.flatMap(({ children = [] }) => children.map(({ title }) => title))
    check(titles).toEqual([...new Set(titles)])
    const group = menu.find(({ title }) => title === 'Administration')?.children ?? []
    check(group.length).toBeGreaterThan(9)
    for (const { pageKey } of group) {
      await page.goto(new URL(`/p/${pageKey}`, page.url()).href)
      await settled(page)
      await inspect(page, SCHEMES)
      await page.getByRole('link', { name: 'New' }).click()
      await check(page.getByRole('button', { name: 'Create' })).toBeVisible()
      await check(page.locator('.mq-widget-loading')).toHaveCount(0)
      await inspect(page, SCHEMES.toReversed())
    }
  })

  it('[M1.b] offers media types and their fields where they are named', async () => {
    const page = await open('/p/adm_mediatypes')
    await page.getByRole('link', { name: 'movies', exact: true }).click()
    await input(page, 'name_field').click()
    await check(offered(page).filter({ hasText: 'Release date' })).toBeVisible()
    await page.keyboard.press('Escape')

    const name = word().slice(0, 20)
    await page.goto(new URL('/p/adm_field/new', page.url()).href)
    await input(page, 'mediatype').fill('gen')
    await check(offered(page)).toHaveText([/^genres/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await check(input(page, 'mediatype')).toHaveValue('genres')
    await input(page, 'name').fill(name)
    await input(page, 'label').fill('Passing')
    const id = await created(page)
    check(await read('adm_fields', id)).toMatchObject({ mediatype: 'genres', name })
    // who else is on it is asked for while it is there
    await page.close()
    await send('DELETE', `/adm_fields/${id}`, { query: 'confirmLoss=true' })
  })

  it('[P1] gives rights to users and groups by their names', async () => {
    const [group, user] = [word(), word()]
    const { _id: groupId } = await create('groups', { name: group })
    const { _id: userId } = await create('users', { username: user, name: user, password: word() })
    const page = await open('/p/adm_permission/new')
    await check(field(page, 'object_id')).toContainText('Not used here')
    await choose(page, input(page, 'owner_id'), group)
    await choose(page, input(page, 'owner_type'), 'User')
    await choose(page, input(page, 'owner_id'), user)
    await input(page, 'key').fill('genres')
    await page.keyboard.press('Escape')
    await page.getByRole('switch', { name: 'Read' }).click()
    const id = await created(page)
    check(await read('permissions', id)).toMatchObject({
      owner_type: '1',
      owner_id: userId,
      key: 'genres',
      can_read: true,
    })
    await page.reload()
    await check(field(page, 'owner_id')).toContainText(user)
    await choose(page, input(page, 'owner_type'), 'Group')
    await choose(page, input(page, 'owner_id'), group)
    await page.getByRole('button', { name: 'Save' }).click()
    await check(page.getByTestId('save-bar')).toHaveAttribute('data-status', 'saved')
    check(await read('permissions', id)).toMatchObject({ owner_type: '2', owner_id: groupId })
    await page.goto(new URL('/p/adm_permissions?sort=-id', page.url()).href)
    await check(page.locator(`tr[data-id="${id}"] [data-field="owner_id"]`)).toHaveText(group)
  })

  it('[M1.a] makes a user with a password that is never shown, and who signs in with it', async () => {
    const [username, password] = [word(), word()]
    const page = await open('/p/adm_user/new')
    await input(page, 'username').fill(username)
    await input(page, 'name').fill('Somebody')
    await input(page, 'password').fill(password)
    await check(input(page, 'password')).toHaveAttribute('type', 'password')
    await openTab(page, 'Rights')
    await page.getByRole('switch', { name: 'Administrator' }).click()
    await created(page)
    await page.reload()
    await check(input(page, 'password')).toHaveValue('')
    await check(input(page, 'password')).toHaveAttribute('placeholder', /type to replace/)
    check(await find('users', { username })).toMatchObject({ password: '********' })
    const { _id } = await newMovie({ title: 'Seen by somebody' })
    const own = await open(`/p/film/${_id}`, { user: { username, password } })
    await check(own.getByRole('button', { name: 'Account of Somebody' })).toBeVisible()
    await check(input(own, 'title')).toHaveValue('Seen by somebody')
  })
})
