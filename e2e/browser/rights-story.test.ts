import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { create, newMovie, word } from '../http/client.ts'
import { check, open } from './browser.ts'
import { input, openTab, saveBar } from './form.ts'
import { count, rows, settled, titles } from './list-view.ts'

const box = (page: Page, right: string, on: string) =>
  page.getByRole('checkbox', { name: `${right}: ${on}`, exact: true })

async function saved(page: Page): Promise<void> {
  await page.getByRole('form', { name: 'Permissions' }).getByRole('button', { name: 'Save' }).click()
  await check(saveBar(page).last()).toHaveAttribute('data-status', 'saved')
  await check(saveBar(page).last()).toHaveAttribute('data-dirty', 'false')
}

describe('an editor of one source', () => {
  it('[CT:permissionList] [P2] [AUTH28] is made with the matrix, and sees and does no more than that', async () => {
    const common = word()
    const names = { source: `Own ${word().slice(0, 12)}`, below: `Below ${word().slice(0, 12)}` }
    const source = (await create('sources', { name: names.source }))._id
    const below = (await create('sources', { name: names.below, _links: { parent: source } }))._id
    const other = (await create('sources', { name: `Other ${word().slice(0, 12)}` }))._id
    for (const [index, id] of [source, below, other].entries())
      await newMovie({ title: `${common} ${index + 1}`, _links: { source: id } })

    const admin = await open('/p/adm_user/new')
    const editor = { username: word().slice(0, 20), password: 'first of its kind' }
    await input(admin, 'username').fill(editor.username)
    await input(admin, 'name').fill('Ed Itor')
    await input(admin, 'password').fill(editor.password)
    await admin.getByRole('button', { name: 'Create' }).click()
    await check(admin).toHaveURL(/\/adm_user\/\d+/)

    await openTab(admin, 'Permissions')
    await box(admin, 'Write', 'Films').check()
    await check(box(admin, 'Read', 'Films')).toBeChecked()
    await openTab(admin, 'Sources')
    await admin.getByLabel('Filter sources').fill(names.source)
    await box(admin, 'Read', names.source).check()
    await box(admin, 'Write', names.source).check()
    await admin.getByLabel('Filter sources').fill(names.below)
    await check(admin.locator(`[data-row="source:${below}"]`)).toContainText(`${names.source} above: read, write`)
    await saved(admin)

    const page = await open(`/p/films?sort=title&filter=${encodeURIComponent(`title_$sw_${common}`)}`, { user: editor })
    await settled(page)
    await check(count(page)).toContainText('2')
    await check(titles(page)).toHaveText([`${common} 1`, `${common} 2`])
    await page.goto('/p/films')
    await settled(page)
    await page.getByRole('textbox', { name: 'Search Title' }).fill(common)
    await check(rows(page)).toHaveCount(2)

    await page.getByRole('link', { name: `${common} 2` }).click()
    await check(page.getByRole('form', { name: 'Details' })).toBeVisible()
    await input(page, 'title').fill(`${common} mine`)
    await page.getByRole('button', { name: 'Save' }).click()
    await check(saveBar(page)).toHaveAttribute('data-status', 'saved')
    await check(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Why can’t I delete it?' }).click()
    const why = page.getByRole('dialog', { name: /^Why can’t I/ })
    await check(why.getByRole('listitem').filter({ hasText: 'the permission to delete Films' })).toBeVisible()
    await check(why.getByRole('listitem').last()).toContainText(names.below)
    await why.getByRole('button', { name: 'Close' }).last().click()

    await admin.getByRole('tab', { name: 'Media types' }).click()
    await box(admin, 'Write', 'Films').uncheck()
    await saved(admin)
    await page.reload()
    await check(page.getByText('You may view this record, not change it.')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Why can’t I?' }).first().click()
    await check(why.getByRole('listitem').filter({ hasText: 'the permission to change Films' })).toBeVisible()
  })
})
