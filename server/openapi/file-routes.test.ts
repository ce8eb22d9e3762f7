import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UNRESTRICTED } from '../catalog/rights.ts'
import { type FilesSite, openFilesSite } from '../services/files/test-files.ts'
import { openTestSite, type TestSite } from '../web-api/test-site.ts'
import { openApiDocument } from './build.ts'
import type { OpenApiDocument } from './document.ts'

let site: TestSite
let files: FilesSite
beforeAll(async () => {
  site = await openTestSite()
  files = await openFilesSite()
}, 60_000)
afterAll(async () => {
  await site.close()
  await files.close()
})

describe('the file service’s own description', () => {
  it('[G6.b] [SVC:file-more] tells of the routes of files, for programs and for people', async () => {
    const answer = await site.get('../../files/openapi.json')
    const document = (await answer.json()) as OpenApiDocument
    expect(
      (await new Validator({ strict: false }).validate(JSON.parse(JSON.stringify(document)))).errors ?? [],
    ).toEqual([])
    const paths = Object.keys(document.paths)
    expect(paths).toEqual(
      expect.arrayContaining([
        '/api/v1/download/file/{file}/{name}',
        '/api/v1/$upload',
        '/api/v1/upload/content/{name}',
      ]),
    )
    expect(paths.filter((path) => path.includes('movies'))).toEqual([])
    const page = await site.get('../../files/help')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    expect(await page.text()).toContain('/api/v1/$checkupload/{media_type}/{id}')
  })

  it('[G6] a media type with files tells of them', () => {
    const { components } = openApiDocument(files.context.catalogs.current(), UNRESTRICTED)
    const { images, 'images.create': create, films } = components.schemas
    expect(images?.properties).toHaveProperty('_url')
    expect(films?.properties).not.toHaveProperty('_url')
    expect(create?.properties).toMatchObject({ _keywords: {}, _links: { properties: { _files: {} } } })
  })
})
