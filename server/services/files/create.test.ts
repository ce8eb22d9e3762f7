import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Rights } from '../../catalog/rights.ts'
import { type Answer, type FilesSite, inline, lazy, md5Of, openFilesSite, SOON } from './test-files.ts'

let site: FilesSite
beforeAll(async () => {
  site = await openFilesSite()
})
afterAll(() => site.close())
afterEach(() => expect(site.failures).toEqual([]))

const create = (elements: readonly object[], headers = {}): Promise<Answer> =>
  site.ask('POST', '/images', { body: { images: elements }, headers })
const withFiles = (files: unknown, more: object = {}): object => ({ name: 'Image', _links: { _files: files }, ...more })
const entities = ({ body }: Answer): readonly Record<string, unknown>[] =>
  body.images as unknown as Record<string, unknown>[]
const errors = ({ body }: Answer) => body.errors ?? []
function fileValues(entity: Record<string, unknown> | undefined): readonly Record<string, unknown>[] {
  return (entity as { _links: { _files: { values: Record<string, unknown>[] } } })._links._files.values
}
async function filesOf(id: unknown): Promise<readonly Record<string, unknown>[]> {
  const [entity] = entities(await site.ask('GET', `/images/${id}?fields=_files`))
  return fileValues(entity)
}

describe('a record with files', () => {
  it('[API7] [FD1] [FD:inline] [ENT:_url] [ENT:_playback_type] is created with an inline file and tells where it is', async () => {
    const answer = await create([withFiles([inline('poster.jpg', 'a poster')])])
    expect(answer.status).toBe(201)
    const [entity] = entities(answer)
    expect(entity).toMatchObject({
      name: 'Image',
      _url: expect.stringMatching(/^\/api\/v1\/download\/file\/\d+\/poster\.jpg$/),
      _playback_type: 'image',
      _suffix: expect.stringMatching(/^_[a-z2-7]{8}$/),
    })
    expect(answer.headers.get('location')).toBe(`/api/v1/images/${entity?._id}`)
    expect(await filesOf(entity?._id)).toEqual([
      {
        _id: expect.any(Number),
        _filename: 'poster.jpg',
        _fileSize: 8,
        _md5: md5Of('a poster'),
        _state: 'complete',
        _url: entity?._url,
      },
    ])
    const [object] = (await site.objects()).filter((path) => path.endsWith('/poster.jpg'))
    expect(await readFile(join(site.folder, object as string), 'utf8')).toBe('a poster')
  })

  it('[ENT:_url] [D11] is read with its file in one statement, and has nulls without one', async () => {
    await create([{ name: 'Without' }])
    site.statements.length = 0
    const answer = await site.ask('GET', '/images?name=Without')
    expect(site.statements).toHaveLength(1)
    expect(entities(answer)[0]).toMatchObject({ _url: null, _playback_type: null })
    expect(entities(answer)[0]).not.toHaveProperty('_suffix')
  })

  it('[FD2] [FD3] takes keywords and a source, in _links or beside them', async () => {
    const answer = await create([
      { name: 'A', _keywords: 'night,harbour', _links: { source: 1, _files: [inline('a.txt', 'a')] } },
      { name: 'B', _keywords: 'day', source: 2, _links: { _files: [inline('b.txt', 'b')] } },
    ])
    expect(entities(answer)).toMatchObject([
      { keywords: 'night,harbour', _links: { source: 1 }, _playback_type: 'document' },
      { keywords: 'day', _links: { source: 2 } },
    ])
    const twice = await create([withFiles([], { keywords: 'x', _keywords: 'y' })])
    expect(errors(twice)[0]).toMatchObject({ code: 'VALIDATION', source: { pointer: '/images/0/_keywords' } })
  })

  it('[FD5] [LIM:inline-upload] several are created in one request, each with several files in their order', async () => {
    const answer = await create([
      withFiles([inline('one.mp4', 'film'), inline('two.m3u8', 'list')]),
      withFiles([inline('one.mp4', 'another')]),
    ])
    const [first, second] = entities(answer)
    expect((await filesOf(first?._id)).map((file) => file._filename)).toEqual(['one.mp4', 'two.m3u8'])
    expect([first?._playback_type, second?._playback_type]).toEqual(['progressive', 'progressive'])
    expect(second?._url).not.toBe(first?._url)
  })

  it('[D5] [FD1] is created by an operation of a batch', async () => {
    const operations = [
      { _op: 'add', _type: 'films', _lid: 'f', _data: { title: 'Jaws' } },
      { _op: 'add', _type: 'images', _data: withFiles([inline('b.png', 'b')], { film: { _lid: 'f' } }) },
      { _op: 'add', _type: 'films', _data: { title: 'Alien' } },
    ]
    const { status, body } = await site.ask('POST', '/$batch', { body: { _operations: operations } })
    expect(status).toBe(200)
    const [, image] = (body as unknown as { _results: { _href: string }[] })._results
    expect(entities(await site.ask('GET', image?._href as string))[0]).toMatchObject({ _playback_type: 'image' })
  })

  it('[D7] is not copied again for a repeat under an idempotency key', async () => {
    const headers = { 'idempotency-key': 'once' }
    const first = await create([withFiles([inline('once.bin', 'once')])], headers)
    const again = await create([withFiles([inline('once.bin', 'once')])], headers)
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
    expect((await site.objects()).filter((path) => path.endsWith('once.bin'))).toHaveLength(1)
  })
})

describe('what is wrong with files', () => {
  it('[F4] [D6] [FD1] is told all at once, each at its place, with what else is wrong', async () => {
    const answer = await create([
      {
        _links: {
          _files: [
            inline('../x', 'x'),
            { _type: 'gopher', _filename: 'a' },
            { ...inline('b.txt', 'b'), _md5: 'no', _base64Data: '%%' },
            { ...lazy('c.txt', 1), _fileSize: '1', more: 1 },
            inline('same.txt', '1'),
            inline('SAME.txt', '2'),
            { _type: 'lazy', _filename: 'd' },
          ],
        },
      },
      withFiles('all of them'),
      withFiles([7]),
    ])
    expect(answer.status).toBe(422)
    const pointers = errors(answer).map(({ source }) => source?.pointer)
    expect(pointers.toSorted()).toEqual(
      [
        '/images/0/_links/_files/0/_filename',
        '/images/0/_links/_files/1/_type',
        '/images/0/_links/_files/2/_base64Data',
        '/images/0/_links/_files/2/_md5',
        '/images/0/_links/_files/3/_fileSize',
        '/images/0/_links/_files/3/more',
        '/images/0/_links/_files/5/_filename',
        '/images/0/_links/_files/6/_fileSize',
        '/images/0/name',
        '/images/1/_links/_files',
        '/images/2/_links/_files/0',
      ].toSorted(),
    )
  })

  it('[FD1] a media type without files has no such relation', async () => {
    const body = { films: [{ title: 'X', _links: { _files: [inline('a.txt', 'a')] } }] }
    expect(errors(await site.ask('POST', '/films', { body }))[0]).toMatchObject({
      code: 'UNKNOWN_FIELD',
      source: { pointer: '/films/0/_links/_files' },
    })
  })

  it.each([
    ['its size', { _fileSize: 9 }, '_fileSize'],
    ['its MD5', { _md5: md5Of('other') }, '_md5'],
  ])(
    '[ERR:UPLOAD_MISMATCH] [ERR:create-fails] a file that is not what %s says undoes all of the save',
    async (_, more, member) => {
      const before = await site.objects()
      const answer = await create([
        withFiles([inline('good.txt', 'good')]),
        withFiles([inline('bad.txt', 'bad', more)]),
      ])
      expect(answer.status).toBe(422)
      expect(errors(answer)).toMatchObject([
        { code: 'UPLOAD_MISMATCH', source: { pointer: `/images/1/_links/_files/0/${member}` } },
      ])
      await expect.poll(() => site.objects(), SOON).toEqual(before)
    },
  )

  it('[FD1] a save that the database refuses leaves no object', async () => {
    const before = await site.objects()
    const answer = await create([withFiles([inline('kept.txt', 'x')], { source: 99 })])
    expect(answer.status).toBe(422)
    await expect.poll(() => site.objects(), SOON).toEqual(before)
  })

  it('[FD1] a storage area that there is not is told before anything is copied', async () => {
    const answer = await create([withFiles([inline('a.txt', 'a', { _storagearea: 99 })])])
    expect(errors(answer)[0]).toMatchObject({ source: { pointer: '/images/0/_links/_files/0/_storagearea' } })
  })

  it('[ERR:forbidden] nothing is copied for a record that the caller may not change', async () => {
    const [entity] = entities(await create([withFiles([], { source: 2 })]))
    const rights: Rights = {
      unrestricted: false,
      signature: 'ours',
      mediaTypes: new Map([['images', { read: true, write: true, delete: false }]]),
      sources: { read: [1, 2], write: [1], delete: [] },
    } as unknown as Rights
    const body = { images: [{ _links: { _files: { add: [inline('n.txt', 'n')] } } }] }
    const before = await site.objects()
    expect(await site.ask('PATCH', `/images/${entity?._id}`, { body, rights })).toMatchObject({ status: 403 })
    expect(await site.objects()).toEqual(before)
  })
})

describe('changing the files of a record', () => {
  const change = (id: unknown, files: unknown, headers = {}): Promise<Answer> =>
    site.ask('PATCH', `/images/${id}?fields=_files`, { body: { images: [{ _links: { _files: files } }] }, headers })
  const names = (answer: Answer): unknown => fileValues(entities(answer)[0]).map((file) => file._filename)

  it('[D3] adds, removes and replaces them, moves the tag, and leaves no object behind', async () => {
    const created = await create([withFiles([inline('ch1.txt', '1')])])
    const [entity] = entities(created)
    const id = entity?._id
    const added = await change(id, { add: [inline('ch2.txt', '2')] })
    expect(names(added)).toEqual(['ch1.txt', 'ch2.txt'])
    expect(added.headers.get('etag')).not.toBe(created.headers.get('etag'))
    const [first, second] = await filesOf(id)
    expect(names(await change(id, [second?._id, inline('ch3.txt', '3')]))).toEqual(['ch2.txt', 'ch3.txt'])
    const operation = { operation: 'Remove', values: [second?._id] }
    expect(names(await change(id, operation))).toEqual(['ch3.txt'])
    expect(errors(await change(id, { remove: [first?._id] }))[0]).toMatchObject({
      code: 'VALIDATION',
      source: { pointer: '/images/0/_links/_files/remove/0' },
    })
    expect(errors(await change(id, { add: [inline('CH3.txt', '3')] }))[0]).toMatchObject({
      source: { pointer: '/images/0/_links/_files/add/0/_filename' },
    })
    const left = async () =>
      (await site.objects()).filter((path) => /ch\d\.txt$/i.test(path)).map((path) => path.slice(-7))
    await expect.poll(left, SOON).toEqual(['ch3.txt'])
    expect(names(await change(id, []))).toEqual([])
  })

  it('[D2] a tag that does not hold keeps the files as they are', async () => {
    const [entity] = entities(await create([withFiles([inline('tag1.txt', '1')])]))
    const answer = await change(entity?._id, [inline('tag2.txt', '2')], { 'if-match': '"99.1"' })
    expect(answer.status).toBe(412)
    await expect.poll(async () => (await site.objects()).filter((path) => path.includes('tag2')), SOON).toEqual([])
    expect((await filesOf(entity?._id)).map((file) => file._filename)).toEqual(['tag1.txt'])
  })

  it('[D4] a delete takes the files along, of records that go with it too', async () => {
    const film = await site.ask('POST', '/films', { body: { films: [{ title: 'Gone' }] } })
    const filmId = (film.body.films as { _id: number }[])[0]?._id
    await create([
      withFiles([inline('gone1.txt', '1')], { film: filmId }),
      withFiles([inline('gone2.txt', '2')], { film: filmId }),
    ])
    expect((await site.ask('DELETE', `/films/${filmId}`)).status).toBe(204)
    await expect.poll(async () => (await site.objects()).filter((path) => path.includes('gone')), SOON).toEqual([])
  })
})
