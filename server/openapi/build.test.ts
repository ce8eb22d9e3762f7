import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rights } from '../catalog/rights.ts'
import { UNRESTRICTED } from '../catalog/rights.ts'
import { concurrencyApp } from '../services/concurrency/app.ts'
import { contentCriteriaApp } from '../services/content-criteria/app.ts'
import { historyApp } from '../services/history/app.ts'
import { permissionApp } from '../services/permission/app.ts'
import { openTestSite, type TestSite } from '../web-api/test-site.ts'
import { openApiDocument } from './build.ts'
import { METHODS, type OpenApiDocument } from './document.ts'

let site: TestSite
let document: OpenApiDocument

beforeAll(async () => {
  site = await openTestSite()
  document = openApiDocument(site.context.catalogs.current(), UNRESTRICTED)
}, 60_000)
afterAll(() => site.close())

interface Route {
  readonly method: string
  readonly path: string
}

/** Routes as they are mounted: what answers every method says which ones there are, and is no route of its own. */
function mounted(): readonly Route[] {
  const services = [
    historyApp({} as never, {} as never),
    contentCriteriaApp({} as never),
    concurrencyApp({} as never),
    permissionApp({} as never),
  ]
  return [...site.app.routes, ...services.flatMap(({ routes }) => routes)].filter(({ method }) => method !== 'ALL')
}

function described(of: OpenApiDocument): readonly Route[] {
  return Object.entries(of.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => ({ method: method.toUpperCase(), path })),
  )
}

/** Whether a mounted path stands for a described one: its parameters for a name or a place. */
function answers(route: string, path: string): boolean {
  const [parts, places] = [route.split('/'), path.split('/')]
  return parts.length === places.length && parts.every((part, index) => part.startsWith(':') || part === places[index])
}

const withOptional = ({ method, path }: Route): readonly Route[] =>
  path.endsWith('?')
    ? [path.slice(0, -1), path.slice(0, path.lastIndexOf('/'))].map((each) => ({ method, path: each }))
    : [{ method, path }]

describe('the OpenAPI document', () => {
  it('[G6] is valid OpenAPI 3.1', async () => {
    const validator = new Validator({ strict: false })
    const result = await validator.validate(JSON.parse(JSON.stringify(document)))
    expect(result.errors ?? []).toEqual([])
    expect(validator.version).toBe('3.1')
  })

  it('[G6] describes every route that is mounted', () => {
    const known = described(document)
    const missing = mounted()
      .flatMap(withOptional)
      .filter(({ method, path }) => !known.some((each) => each.method === method && answers(path, each.path)))
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('[G6] describes no route that is not', () => {
    const routes = mounted().flatMap(withOptional)
    const invented = described(document).filter(
      ({ method, path }) => !routes.some((route) => route.method === method && answers(route.path, path)),
    )
    expect(invented.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('names no operation twice, and no schema, parameter or answer that there is not', () => {
    const operations = Object.values(document.paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []))
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]
    const lost = references.filter(
      ([, kind, name]) =>
        !Object.hasOwn(
          (document.components as unknown as Record<string, object>)[kind as string] ?? {},
          name as string,
        ),
    )
    expect(lost.map(([text]) => text)).toEqual([])
    const tags = new Set(document.tags.map(({ name }) => name))
    expect(operations.flatMap((operation) => operation.tags).filter((tag) => !tags.has(tag))).toEqual([])
  })

  it('[G6] holds what each field may hold', () => {
    const create = document.components.schemas['movies.create']
    expect(create?.required).toEqual(['title', 'slug'])
    expect(create?.properties).toMatchObject({
      title: { type: 'string', minLength: 1, maxLength: 300 },
      slug: { maxLength: 320, pattern: expect.any(String) },
      year: { type: ['integer', 'null'], minimum: 1888, maximum: 2100 },
      status: { enum: expect.arrayContaining(['draft']), description: expect.stringContaining('`draft` unless given') },
      director: { $ref: '#/components/schemas/ToOne' },
      _links: { properties: { 'genres[movie]': { $ref: '#/components/schemas/ToMany' } } },
    })
    expect(document.components.schemas.movies?.properties).toMatchObject({
      us_gross: { type: ['string', 'null'] },
      release_date: { type: ['string', 'null'], format: 'date' },
      _links: { properties: { director: { type: ['integer', 'null'] } } },
    })
    expect(document.components.schemas.movies?.properties).not.toHaveProperty('director')
  })

  it('[G6] has no default of what is written, which generated clients would send with every change', () => {
    const written = Object.entries(document.components.schemas).filter(([name]) => /\.(create|update)$/.test(name))
    expect(written.length).toBeGreaterThan(20)
    expect(written.filter(([, schema]) => JSON.stringify(schema).includes('"default":')).map(([name]) => name)).toEqual(
      [],
    )
    expect(document.components.schemas['movies.update']?.properties?.status?.description ?? '').not.toContain(
      'unless given',
    )
  })

  it('[G6] [CB2] refuses unknown members and has those that are passed over', () => {
    for (const name of ['movies.create', 'movies.update', 'users.create']) {
      const schema = document.components.schemas[name]
      expect([name, schema?.additionalProperties]).toEqual([name, false])
      for (const member of ['_id', '_href', '_type', '_etag', 'dateins', '_permissions', '_links'])
        expect([name, Object.keys(schema?.properties ?? {})]).toEqual([name, expect.arrayContaining([member])])
    }
  })

  it('[G6] has examples of its own media type in each envelope', () => {
    const { _meta, _links } = document.components.schemas['movies.envelope']?.properties ?? {}
    expect(_meta?.examples).toMatchObject([{ _mainMediaType: 'movies', _nextPage: '/api/v1/movies?page=1' }])
    expect(_links?.examples?.[0]).toHaveProperty(['movies.director'], {
      _href: '/api/v1/people/{movies.director}',
      _type: 'people',
    })
  })

  it('[G6] says what the values of a choice stand for', () => {
    const { owner_type: owner, object_type: object } = document.components.schemas.permissions?.properties ?? {}
    expect(owner?.description).toMatch(/`1`: .*user.*`2`: .*group.*`3`: /i)
    expect(object?.description).toMatch(/`1`: .*source.*`2`: .*media type.*`3`: .*field/i)
  })

  it('[G6] [Q:fields.2] [Q:sort.2] has fields and sorts of media types by their names', () => {
    for (const name of ['fields', 'sort']) {
      expect(document.components.parameters[name]).toMatchObject({
        style: 'deepObject',
        schema: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }] },
      })
    }
  })

  it('[G6] [RT:oauth.4] describes endpoints where they are configured to be', () => {
    const paths = { authorizePath: '/connect/authorize', tokenPath: '/connect/token' }
    const { paths: moved } = openApiDocument(site.context.catalogs.current(), UNRESTRICTED, paths)
    expect([moved['/connect/authorize']?.get, moved['/connect/token']?.post]).toMatchObject([
      { operationId: 'authorize' },
      { operationId: 'token' },
    ])
    expect([moved['/oauth/authorize'], moved['/oauth/token']]).toEqual([undefined, undefined])
  })

  it('[G6] says of open routes that they need no sign-in', () => {
    expect(document.paths['/health']?.get?.security).toEqual([])
    expect(document.paths['/api/v2/auth/login']?.post?.security).toEqual([])
    expect(document.paths['/api/v1/me']?.get?.security).toBeUndefined()
  })
})

describe('for a caller with fewer rights', () => {
  const rights = (mediaTypes: Rights['mediaTypes']): Rights => ({
    unrestricted: false,
    mediaTypes,
    sources: { read: [], write: [], delete: [] },
    signature: 'x',
  })
  const read = { read: true, write: false, delete: false }

  it('[G6] [P3] leaves out media types that may not be read, and writes that may not be made', () => {
    const few = openApiDocument(
      site.context.catalogs.current(),
      rights(
        new Map([
          ['movies', read],
          ['genres', { ...read, write: true }],
          ['people', { ...read, read: false }],
        ]),
      ),
    )
    expect(Object.keys(few.paths['/api/v1/movies'] ?? {})).toEqual(['get'])
    expect(Object.keys(few.paths['/api/v1/movies/{id}'] ?? {})).toEqual(['get'])
    expect(Object.keys(few.paths['/api/v1/genres'] ?? {})).toEqual(['get', 'post', 'patch'])
    expect(Object.keys(few.paths['/api/v1/genres/{id}'] ?? {})).toEqual(['get', 'patch', 'put'])
    expect(few.paths).not.toHaveProperty('/api/v1/people')
    expect(few.paths).toHaveProperty('/api/v1/movies/{id}/genres')
    expect(few.paths).not.toHaveProperty('/api/v1/movies/{id}/people')
    expect(few.components.schemas).not.toHaveProperty('people')
  })
})
