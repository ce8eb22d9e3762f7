import { describe, it } from 'vitest'
import { create, find, newMovie, read, word } from '../http/client.ts'
import { check, open } from './browser.ts'
import { cellsOf, refuseOnSave, roundTrip, typed } from './field-entry.ts'
import { field, input, openTab, save } from './form.ts'

const newCollection = async (): Promise<number> => (await create('collections', { name: word() }))._id
const demo = () => find('collections', 'name=From console to screen')

describe('texts', () => {
  it('[FT:Text] [FT:TextArea] [FT:Url] [FT:Email] [FT:JSON] [FT:Secret] are shown in a list and in a form', async () => {
    const record = await demo()
    const columns = ['name', 'description', 'website', 'contact', 'access_code', 'settings']
    const { page, cell } = await cellsOf('collections', columns, `id_$eq_${record._id}`)
    await check(cell('name')).toHaveText('From console to screen')
    await check(cell('description')).toHaveText('Films based on games, in order of release.')
    await check(cell('website').getByRole('link')).toHaveAttribute('href', String(record.website))
    await check(cell('contact').getByRole('link')).toHaveAttribute('href', 'mailto:collections@example.com')
    await check(cell('access_code')).not.toContainText('preview')
    await check(cell('settings')).toContainText('"layout":"grid"')
    await page.goto(`/p/collection/${record._id}`)
    await check(input(page, 'description')).toHaveValue('Films based on games, in order of release.')
    await openTab(page, 'Access')
    await check(input(page, 'website')).toHaveValue(String(record.website))
    await check(field(page, 'website').getByRole('link', { name: 'Open in a new tab' })).toBeVisible()
    await check(input(page, 'contact')).toHaveValue('collections@example.com')
    await check(input(page, 'access_code')).toHaveAttribute('placeholder', 'Set · type to replace')
    await check(input(page, 'settings')).toHaveValue(/^\{\n {2}"\w+":/)
  })

  it('[FT:Text] [FT:TextArea] are kept as they are typed', async () => {
    const id = await newCollection()
    const name = `Ä “quoted” & <b>bold</b> ${word()}`
    const page = await roundTrip(`/p/collection/${id}`, 'collections', 'Main', [
      typed('name', name),
      typed('description', 'One line.\nAnother one, with ünïcödé and 🎬.'),
    ])
    await refuseOnSave(page, 'name', '  ', 'Name is required')
    await refuseOnSave(page, 'description', 'x'.repeat(2001), 'At most 2000 characters (now 2001)')
  })

  it('[FT:Url] [FT:Email] [FT:Secret] [FT:JSON] are kept, and refused where they have not their form', async () => {
    const id = await newCollection()
    await roundTrip(`/p/collection/${id}`, 'collections', 'Access', [
      { ...typed('website', 'https://example.com/a?b=c#d'), refused: ['example.com', 'Write a whole address'] },
      { ...typed('contact', 'desk@example.com'), refused: ['desk@example', 'Write a whole address'] },
      {
        name: 'access_code',
        enter: (_, box) => box.fill('open sesame'),
        shown: async (_, box) => {
          await check(box).toHaveValue('')
          await check(box).toHaveAttribute('placeholder', /^Set/)
        },
        stored: '********',
      },
      {
        ...typed('settings', '{\n  "rows": 4,\n  "wide": true\n}', { rows: 4, wide: true }),
        refused: ['{ "rows": 4,\n  wide }', 'Not valid JSON at line 2, column 3'],
      },
    ])
  })

  it('[FT:Url] takes any address that the server takes', async () => {
    const id = await newCollection()
    await roundTrip(`/p/collection/${id}`, 'collections', 'Access', [typed('website', 'mailto:desk@example.com')])
  })
})

describe('formatted text', () => {
  it('[FT:HTML] [FT:HTML.2] is shown formatted in a form, and as text in a list', async () => {
    const film = await find('movies', { filter: 'notes_$ct_Corrected', pageSize: 1 })
    const { page, cell } = await cellsOf('movies', ['title', 'notes'], `id_$eq_${film._id}`)
    await check(cell('notes')).toContainText('Corrected on import:')
    await check(cell('notes')).not.toContainText('<')
    await page.goto(`/p/film/${film._id}`)
    await openTab(page, 'Publication')
    await check(input(page, 'notes').locator('li').first()).toBeVisible()
  })

  it('[FT:HTML] is written with a toolbar that the keyboard reaches', async () => {
    const film = await newMovie()
    await roundTrip(`/p/film/${film._id}`, 'movies', 'Publication', [
      {
        name: 'notes',
        enter: async (page, box) => {
          await box.click()
          await box.pressSequentially('Seen ')
          const tools = field(page, 'notes').getByRole('toolbar', { name: 'Formatting of Notes' })
          // one stop of the tab key, from which the arrow keys lead to the others
          await box.press('Shift+Tab')
          await check(tools.getByRole('button', { name: 'Bold' })).toBeFocused()
          await tools.getByRole('button', { name: 'Bold' }).press('ArrowRight')
          await check(tools.getByRole('button', { name: 'Italic' })).toBeFocused()
          await tools.getByRole('button', { name: 'Italic' }).press('Enter')
          await check(box).toBeFocused()
          await box.pressSequentially('twice')
        },
        shown: async (_, box) => {
          await check(box).toHaveText('Seen twice')
          await check(box.locator('em', { hasText: 'twice' })).toBeVisible()
        },
        stored: '<p>Seen <em>twice</em></p>',
      },
    ])
  })

  it('[FT:HTML] holds nothing that runs or disguises, whoever brings it', async () => {
    const hostile =
      '<p onclick="window.ran=1" style="position:fixed">Hello<script>window.ran=1</script></p>' +
      '<style>body{display:none}</style><img src="x:y" onerror="window.ran=1"><a href="javascript:window.ran=1">go</a>'
    // of handlers the browser complains itself while they are taken away
    const pasted = hostile.replace('Hello', 'Pasted').replace(/ on\w+="[^"]*"/g, '')
    const film = await newMovie({ notes: hostile })
    check((await read('movies', film._id)).notes).toBe('<p>Hello</p><img /><a>go</a>')
    const page = await open(`/p/film/${film._id}`)
    await openTab(page, 'Publication')
    await input(page, 'notes').click()
    await page.evaluate((html) => {
      const data = new DataTransfer()
      data.setData('text/html', html)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, pasted)
    await check(input(page, 'notes')).toContainText('Pasted')
    await save(page)
    const stored = String((await read('movies', film._id)).notes)
    check(stored).toContain('Pasted')
    check(stored).not.toMatch(/script|style|on\w+=|javascript/)
    check(await page.evaluate(() => 'ran' in window)).toBe(false)
  })

  it('[FT:HTML] says what the editor cannot show before it is lost', async () => {
    const film = await newMovie({ notes: '<p>Times</p><table><tbody><tr><td>20:15</td></tr></tbody></table>' })
    const page = await open(`/p/film/${film._id}`)
    await openTab(page, 'Publication')
    await check(field(page, 'notes').getByRole('note')).toContainText('table')
    await openTab(page, 'Main')
    await input(page, 'year').fill('1957')
    await save(page)
    check((await read('movies', film._id)).notes).toContain('<table>')
  })
})
