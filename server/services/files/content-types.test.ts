import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Rights } from '../../catalog/rights.ts'
import { type Answer, type FilesSite, inline, openFilesSite, SOON } from './test-files.ts'

let site: FilesSite
beforeAll(async () => {
  site = await openFilesSite()
})
afterAll(() => site.close())
afterEach(() => expect(site.failures).toEqual([]))

const create = (elements: readonly object[]): Promise<Answer> =>
  site.ask('POST', '/images', { body: { images: elements } })
const withFiles = (files: unknown): object => ({ name: 'Image', _links: { _files: files } })
const errors = ({ body }: Answer) => body.errors ?? []

describe('a media type with files', () => {
  it('[M1.c] [M1.d] is switched on as any other metadata, and off only when its files may be lost', async () => {
    const types = await site.ask('GET', '/adm_mediatypes?name=films')
    const id = (types.body.adm_mediatypes as { _id: number }[])[0]?._id
    const set = (value: boolean, query = '') =>
      site.ask('PATCH', `/adm_mediatypes/${id}${query}`, { body: { adm_mediatypes: [{ has_file: value }] } })
    expect((await set(true)).status).toBe(200)
    const body = { films: [{ title: 'With', _links: { _files: [inline('film.txt', 'f')] } }] }
    expect((await site.ask('POST', '/films', { body })).status).toBe(201)
    const refused = await set(false)
    expect(errors(refused)[0]).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    expect((await set(false, '?confirmLoss=true')).status).toBe(200)
    await expect
      .poll(async () => {
        site.context.refresh()
        return (await site.objects()).filter((path) => path.endsWith('film.txt'))
      }, SOON)
      .toEqual([])
    expect((await site.ask('GET', '/films?title=With')).body.films).toMatchObject([{ title: 'With' }])
  })
})

describe('a media type with files that changes', () => {
  it('[M1.c] keeps its files under a new name, and takes them along when it goes', async () => {
    const made = await site.ask('POST', '/$batch', {
      body: {
        _operations: [
          {
            _op: 'add',
            _type: 'adm_mediatypes',
            _data: { name: 'clips', label: 'Clip', label_plural: 'Clips', has_file: true },
          },
          { _op: 'add', _type: 'adm_fields', _data: { mediatype: 'clips', name: 'title', label: 'Title' } },
        ],
      },
    })
    const [type, field] = (made.body as unknown as { _results: { _href: string }[] })._results.map(({ _href }) => _href)
    const body = { clips: [{ title: 'One', _links: { _files: [inline('clip.mp4', 'clip')] } }] }
    const created = await site.ask('POST', '/clips', { body })
    const [{ _url: url } = { _url: '' }] = created.body.clips as unknown as { _url: string }[]
    const renamed = { adm_mediatypes: [{ name: 'shorts' }] }
    expect((await site.ask('PATCH', type as string, { body: renamed })).status).toBe(200)
    expect((await site.ask('GET', '/shorts')).body.shorts).toMatchObject([{ title: 'One', _url: url }])
    expect((await site.ask('GET', url)).text).toBe('clip')
    const remove = (href: string | undefined): object => ({ _op: 'remove', _href: href })
    const dropped = await site.ask('POST', '/$batch?confirmLoss=true', {
      body: { _operations: [remove(field), remove(type)] },
    })
    expect(dropped.status, dropped.text).toBe(200)
    expect((await site.ask('GET', url)).status).toBe(404)
    // the next save of files sets off the sweep
    await create([withFiles([inline('next.txt', 'n')])])
    await expect.poll(async () => (await site.objects()).filter((path) => path.endsWith('clip.mp4')), SOON).toEqual([])
  })
})

describe('storage areas', () => {
  it('[F2] a new database has a private one on its disk; administrators alone change them, and one is the default', async () => {
    const areas = await site.ask('GET', '/storage_areas')
    expect(areas.body.storage_areas).toMatchObject([
      { name: 'Files', type: '0', path: 'files', permission: '1', is_default: true },
    ])
    const rights = {
      unrestricted: false,
      signature: 'm',
      mediaTypes: new Map([['storage_areas', { read: true, write: true, delete: true }]]),
      sources: null,
    } as unknown as Rights
    const body = { storage_areas: [{ name: 'Other', path: 'other', is_default: true, password: 'secret-key' }] }
    expect(await site.ask('POST', '/storage_areas', { body, rights })).toMatchObject({ status: 403 })
    const made = await site.ask('POST', '/storage_areas', { body })
    expect(made.status).toBe(201)
    expect(made.text).not.toContain('secret-key')
    const now = await site.ask('GET', '/storage_areas?sort=name&fields=is_default')
    expect((now.body.storage_areas as { is_default: boolean }[]).map((area) => area.is_default)).toEqual([false, true])
    const id = (made.body.storage_areas as { _id: number }[])[0]?._id
    const used = await create([withFiles([inline('there.txt', 't', { _storagearea: id })])])
    expect(used.status).toBe(201)
    const refused = await site.ask('DELETE', `/storage_areas/${id}`)
    expect(refused).toMatchObject({ status: 409 })
    await site.ask('PATCH', '/storage_areas/1', { body: { storage_areas: [{ is_default: true }] } })
  })
})
