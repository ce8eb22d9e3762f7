import type { Page } from 'playwright/test'
import { beforeAll, describe, it } from 'vitest'
import { create, post, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { openTab, saveBar } from './form.ts'
import { doubledIds, faintTexts, isTooWide, nameless } from './inspect.ts'
import { someone } from './someone.ts'

let user: number
let group: number
let groupName: string
beforeAll(async () => {
  groupName = `Group ${word().slice(0, 12)}`
  group = (await create('groups', { name: groupName }))._id
  const own = { username: word().slice(0, 20), name: 'Of a group', password: word() }
  user = (await create('users', { ...own, _links: { groups: [group] } }))._id
  const given = { owner_type: '2', owner_id: group, can_write: false, can_delete: false }
  await create('permissions', { ...given, object_type: '2', key: 'movies', can_read: true })
  await create('permissions', { ...given, object_type: '3', key: 'field:movies.notes', can_read: true })
})

const box = (page: Page, right: string, on: string) =>
  page.getByRole('checkbox', { name: `${right}: ${on}`, exact: true })
const choice = (page: Page, limit: string, on: string) =>
  page.getByRole('radio', { name: `${limit}: ${on}`, exact: true })
const row = (page: Page, key: string) => page.locator(`[data-row="${key}"]`)

async function openList(path: string, ...options: Parameters<typeof open>[1][]): Promise<Page> {
  const page = await open(path, options[0])
  await openTab(page, 'Permissions')
  await check(page.getByRole('table')).toBeVisible()
  return page
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click()
  await check(saveBar(page).last()).toHaveAttribute('data-dirty', 'false')
  await check(saveBar(page).last()).toHaveAttribute('data-status', 'saved')
}

async function isSound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 1024]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      const found = {
        nameless: await nameless(page),
        doubled: await doubledIds(page),
        faint: await faintTexts(page),
        wide: await isTooWide(page),
      }
      check(found).toEqual({ nameless: [], doubled: [], faint: [], wide: false })
    }
  }
}

describe('the matrix of permissions', () => {
  it('[CT:permissionList] [PERM:isInherited] tells what a group gives, which is not taken away', async () => {
    const page = await openList(`/p/adm_user/${user}`)
    await check(row(page, 'mediaType:movies')).toContainText(`${groupName}: read`)
    await check(box(page, 'Read', 'Films')).toBeChecked({ indeterminate: true })
    await box(page, 'Write', 'Films').click()
    await check(box(page, 'Write', 'Films')).toBeChecked()
    await check(box(page, 'Read', 'Films')).toBeChecked({ indeterminate: true })
    await isSound(page)
    await save(page)
    await check(box(page, 'Write', 'Films')).toBeChecked()
    await box(page, 'Write', 'Films').uncheck()
    await save(page)
    await box(page, 'Write', 'Films').check()
    await save(page)
    await page.reload()
    await openTab(page, 'Permissions')
    await check(box(page, 'Write', 'Films')).toBeChecked()
    await box(page, 'Write', 'Films').uncheck()
    await save(page)
  })

  it('[CT:permissionList] [P4] limits fields, and says where a group’s rule counts instead', async () => {
    const page = await openList(`/p/adm_user/${user}`)
    await openTab(page, 'Fields')
    await page.getByLabel('Filter fields').fill('Films')
    await choice(page, 'Hidden', 'Notes').check()
    await check(row(page, 'field:movies.notes')).toContainText(`${groupName}: read-only`)
    await check(row(page, 'field:movies.notes')).toContainText('read-only all the same')
    await isSound(page)
    const [name, head, below] = await Promise.all(
      [
        page.getByRole('rowheader', { name: 'Notes' }),
        page.getByRole('checkbox', { name: 'Hidden for all shown' }),
        choice(page, 'Hidden', 'Notes'),
      ].map((part) => part.boundingBox()),
    )
    check(name?.width).toBeGreaterThan(180)
    check(head?.x).toBe(below?.x)
    await page.getByLabel('Filter fields').fill('nothing of the kind')
    await check(page.getByText('No fields found')).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await check(saveBar(page).last()).toHaveAttribute('data-dirty', 'false')
  })

  it('[CT:permissionList] is moved in with arrow keys, marked with space, and saved with the keyboard', async () => {
    const page = await openList(`/p/adm_group/${group}`)
    await check(page.getByRole('columnheader', { name: 'From elsewhere' })).toHaveCount(0)
    await box(page, 'Read', 'Collections').focus()
    await page.keyboard.press('ArrowRight')
    await check(box(page, 'Write', 'Collections')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await check(box(page, 'Write', 'Creative types')).toBeFocused()
    await page.keyboard.press('Space')
    await check(box(page, 'Write', 'Creative types')).toBeChecked()
    await check(box(page, 'Read', 'Creative types')).toBeChecked()
    await page.keyboard.press('Control+s')
    await check(saveBar(page).last()).toHaveAttribute('data-status', 'saved')
    await check(box(page, 'Write', 'Creative types')).toBeFocused()
    await page.keyboard.press('Tab')
    await check(page.locator('[data-cell] :focus')).toHaveCount(0)
  })

  it('[CT:permissionList] gives and takes a column at once, of what the filter shows', async () => {
    const page = await openList(`/p/adm_group/${group}`)
    await page.getByLabel('Filter media types').fill('col')
    await page.getByRole('checkbox', { name: 'Delete for all shown' }).check()
    await check(box(page, 'Delete', 'Collections')).toBeChecked()
    await check(saveBar(page).last()).toContainText('2 changes')
    await page.getByLabel('Clear the filter').click()
    await check(box(page, 'Delete', 'Genres')).not.toBeChecked()
    await page.getByLabel('Filter media types').fill('col')
    await page.getByRole('checkbox', { name: 'Delete for all shown' }).uncheck()
    await check(box(page, 'Delete', 'Collections')).not.toBeChecked()
  })

  it('[CT:permissionList] draws what is in sight of many lines, and the keys reach the others', async () => {
    const name = `Root ${word().slice(0, 12)}`
    const root = (await create('sources', { name }))._id
    const leaf = (number: number) => `${name} leaf ${String(number).padStart(3, '0')}`
    const below = Array.from({ length: 200 }, (_, number) => ({ name: leaf(number), _links: { parent: root } }))
    check((await post('/sources', { sources: below })).status).toBe(201)
    const page = await openList(`/p/adm_group/${group}`)
    await openTab(page, 'Sources')
    await check(page.getByText('Records without a source are seen by everybody')).toBeVisible()
    await check(page.getByRole('columnheader', { name: 'From elsewhere' })).toBeVisible()
    await page.getByLabel('Filter sources').fill(`${name} leaf`)
    await box(page, 'Read', leaf(0)).focus()
    check(await page.locator('[data-row]').count()).toBeLessThan(120)
    for (let step = 0; step < 15; step += 1) await page.keyboard.press('PageDown')
    await check(box(page, 'Read', leaf(150))).toBeFocused()
    await page.keyboard.press('Space')
    await check(box(page, 'Read', leaf(150))).toBeChecked()
    await page.getByRole('checkbox', { name: 'Read for all shown' }).click()
    await check(saveBar(page).last()).toContainText('200 changes')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  })

  it('[ERR:ETAG_MISMATCH] [SVC:permission-save] does not save over what somebody else changed meanwhile', async () => {
    const [mine, theirs] = [await openList(`/p/adm_group/${group}`), await openList(`/p/adm_group/${group}`)]
    allow(mine, 412)
    await box(theirs, 'Read', 'Ratings').check()
    await save(theirs)
    await box(mine, 'Read', 'Genres').check()
    await mine.getByRole('button', { name: 'Save' }).click()
    await check(mine.getByText('Somebody else changed these permissions meanwhile')).toBeVisible()
    await mine.getByRole('button', { name: 'Keep mine on top of theirs' }).click()
    await check(box(mine, 'Read', 'Ratings')).toBeChecked()
    await check(box(mine, 'Read', 'Genres')).toBeChecked()
    await save(mine)
    await theirs.reload()
    await openTab(theirs, 'Permissions')
    await check(box(theirs, 'Read', 'Genres')).toBeChecked()
  })

  it('asks before unsaved marks are left behind', async () => {
    const page = await openList(`/p/adm_group/${group}`)
    await box(page, 'Read', 'Distributors').check()
    await page.getByRole('link', { name: 'Groups' }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    await check(box(page, 'Read', 'Distributors')).toBeChecked()
  })

  it('is read-only for who may read permissions and gives none, and absent for others', async () => {
    const reader = await someone({ mediaType: 'permissions' }, { mediaType: 'groups' }, { mediaType: 'sources' })
    const page = await openList(`/p/adm_group/${group}`, { user: reader })
    await check(box(page, 'Read', 'Films')).toBeDisabled()
    await check(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await isSound(page)
    const other = await open(`/p/adm_group/${group}`, { user: await someone({ mediaType: 'groups' }) })
    await check(other.getByRole('form')).toBeVisible()
    await check(other.getByRole('tab', { name: 'Permissions' })).toHaveCount(0)
  })
})
