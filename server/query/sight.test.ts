import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import type { Rights } from '../catalog/rights.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from './test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
})
afterAll(() => service.close())

const TYPES = ['films', 'makers', 'tags', 'sources', 'studios', 'lists', 'list_films']

function rights(read: readonly number[], write: (type: string) => boolean, under: readonly number[] = read): Rights {
  const mediaTypes = new Map(TYPES.map((name) => [name, { read: true, write: write(name), delete: false }]))
  const sources = { read, write: under, delete: [] }
  return { unrestricted: false, mediaTypes, sources, signature: JSON.stringify([[...mediaTypes], sources]) }
}

const links = async (path: string): Promise<Entity['_links']> => {
  const { body } = await service.get(path)
  return (body[path.split('/')[1] as string] as readonly Entity[])[0]?._links
}

it('[D2] a restricted caller’s tag changes with what its rights show', async () => {
  const path = '/films/3'
  const seen = await service.get(
    path,
    rights([1, 3], () => true),
  )
  const less = await service.get(
    path,
    rights([3], () => true),
  )
  const readOnly = await service.get(
    path,
    rights([1, 3], () => false),
  )
  const tags = [seen, less, readOnly].map((answer) => answer.headers.get('etag'))
  expect(new Set(tags).size).toBe(3)
  for (const tag of tags) expect(tag).toMatch(/^"1\.\d+-[\w-]+"$/)
})

it('[FG11] [P3] a tree stops at records that the caller may not read', async () => {
  const films = async (rootOf: Rights | undefined, filter: string): Promise<readonly number[]> => {
    const { body } = await service.get(`/films?filter=${encodeURIComponent(filter)}`, rootOf)
    return (body.films as readonly Entity[]).map((film) => film._id)
  }
  const withoutStudios: Rights = {
    ...rights([1, 2, 3], () => true),
    mediaTypes: new Map(
      TYPES.filter((name) => name !== 'studios').map((name) => [name, { read: true, write: true, delete: false }]),
    ),
    signature: 'no studios',
  }
  expect(await films(undefined, 'studio_$in(1:1)')).toEqual([1, 2, 3])
  expect(await films(withoutStudios, 'studio_$in(1:1)')).toEqual([])
  expect(await films(withoutStudios, 'studio_$notin(1:1)')).toEqual([1, 2, 3, 4])
})

it('[D13] [ENT:_links] a record that a link object joins twice stands once', async () => {
  await service.send('POST', '/list_films', { list_films: [{ list: 1, film: 3, position: 9 }] })
  expect(await links('/lists/1?include=films')).toMatchObject({ 'films[list]': [1, 3], films: [1, 3] })
})

it('[P1] [X17] a many-to-many relation is changed from its far side by who may write its owner', async () => {
  const tagsOnly = rights([1, 2, 3], (type) => type === 'tags')
  const refused = await service.send('PATCH', '/tags/1', { tags: [{ _links: { 'films[tag]': [] } }] }, tagsOnly)
  expect([refused.status, (await links('/films/1'))?.['tags[film]']]).toEqual([403, [1, 2]])
})

it('[P2] [X17] records are put under a source by who may write there', async () => {
  const underOne = rights([1, 3], () => true, [1])
  const body = { sources: [{ _links: { 'films[source]': { operation: 'Add', values: [1] } } }] }
  const refused = await service.send('PATCH', '/sources/3', body, underOne)
  expect([refused.status, (await links('/films/1'))?.source]).toEqual([403, 1])
})

it('[P2] the right to a source is the right to see and choose it', async () => {
  const types = new Map([['films', { read: true, write: true, delete: false }]])
  const sources = { read: [1], write: [1], delete: [] }
  const editor: Rights = { unrestricted: false, mediaTypes: types, sources, signature: 'editor of source 1' }
  const seen = await service.get('/films/1?fields=source', editor)
  expect((seen.body.films as readonly Entity[])[0]?._links).toEqual({ source: 1 })
  const listed = await service.get('/sources', editor)
  expect((listed.body.sources as readonly Entity[]).map((source) => source._id)).toEqual([1])
  const made = await service.send('POST', '/films', { films: [{ title: 'Rain', _links: { source: 1 } }] }, editor)
  expect(made.status).toBe(201)
  const refused = await service.send('POST', '/films', { films: [{ title: 'Rain', _links: { source: 3 } }] }, editor)
  expect(refused.status).toBe(422)
})

it('[API1.c] one record takes no parameters that choose among records', async () => {
  for (const query of ['filter=title_$eq_x', 'title=Dawn', 'page=2', 'sort=title']) {
    const { status, body } = await service.get(`/films/1?${query}`)
    expect([query, status, body.errors?.[0]?.code]).toEqual([query, 400, 'PARAMETER'])
  }
  const refused = await service.send('POST', '/films?title=x', { films: [{ title: 'Never made' }] })
  expect(refused.status).toBe(400)
  expect((await service.get('/films?title=Never+made')).body._meta?._filterRowCount).toBe(0)
})
