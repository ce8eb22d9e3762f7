import { describe, expect, it } from 'vitest'
import { request, service } from '../harness/service.ts'
import { create, error, errors, get, idOf, list, newMovie, patch, post, send, word } from './client.ts'

const PROBLEM = 'application/problem+json'

describe('the error body', () => {
  it('[D1] [D1.b] is a list of JSON:API error objects in the API’s type', async () => {
    const answer = await get('/movies', { page: 'x' })
    expect(answer.headers.get('content-type')).toBe('application/vnd.api+json;charset=UTF-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse(answer.text)).toEqual({
      errors: [
        {
          status: '400',
          code: 'PARAMETER',
          title: 'A query parameter is not valid',
          detail: 'page: expected a whole number from 0, not "x"',
          source: { parameter: 'page' },
        },
      ],
    })
  })

  it('[D1.a] names a pointer into the body, a parameter or a header', async () => {
    expect(error(await get('/movies', { sort: 'x' })).source).toEqual({ parameter: 'sort' })
    expect(error(await post('/people', { people: [{ name: 7 }] })).source).toEqual({ pointer: '/people/0/name' })
    const movie = await newMovie()
    const stale = await patch(`/movies/${movie._id}`, { movies: [{ year: 2000 }] }, { 'if-match': '"99.1"' })
    expect(error(stale).source).toEqual({ header: 'If-Match' })
  })

  it('[D1.c] is problem+json for a caller whose Accept prefers it', async () => {
    for (const accept of [
      PROBLEM,
      `${PROBLEM}, application/vnd.api+json;q=0.5`,
      `application/json;q=0.1, ${PROBLEM};q=0.9`,
    ]) {
      const answer = await get('/nothing', '', { accept })
      expect(answer.headers.get('content-type')).toBe(PROBLEM)
      expect(JSON.parse(answer.text)).toMatchObject({
        type: 'about:blank',
        title: 'No such media type',
        status: 404,
        detail: 'there is no media type named "nothing"',
        code: 'UNKNOWN_MEDIA_TYPE',
      })
    }
  })

  it('[D1.c] stays the API’s own where Accept prefers that, or neither', async () => {
    for (const accept of [
      'application/vnd.api+json',
      `${PROBLEM};q=0.5, application/vnd.api+json`,
      '*/*',
      `${PROBLEM};q=0`,
    ]) {
      const answer = await get('/nothing', '', { accept })
      expect(answer.headers.get('content-type')).toBe('application/vnd.api+json;charset=UTF-8')
      expect(errors(answer)).toHaveLength(1)
    }
  })

  it('[D1.e] has every problem of a body under a pointer of its own', async () => {
    const answer = await post('/people', { people: [{ name: '', born: 'x', website: 'y', nothing: 1 }] })
    const found = errors(answer).map(({ source }) => source?.pointer)
    expect(found.toSorted()).toEqual(['/people/0/born', '/people/0/name', '/people/0/nothing', '/people/0/website'])
    expect(String(answer.status)).toBe(errors(answer)[0]?.status)
  })

  it('[D1.f] has the position of an error in a filter and what could have stood there', async () => {
    const answer = await get('/movies', { filter: 'year_$ge_1990_$and_title' })
    expect(error(answer)).toMatchObject({
      code: 'FILTER_SYNTAX',
      detail: 'filter: expected "_$" and an operator at position 24',
      source: { parameter: 'filter' },
      meta: { position: 24, expected: '"_$" and an operator' },
    })
    expect(error(await get('/movies', { filter: 'year_$ge_1990 and' })).meta).toMatchObject({ position: 9 })
    expect(error(await get('/movies', { filter: 'a' })).meta).toMatchObject({ position: 1 })
  })
})

describe('codes', () => {
  it('[ERR:FILTER_SYNTAX] is 400', async () => {
    expect(error(await get('/movies', { filter: '(' }))).toMatchObject({ status: '400', code: 'FILTER_SYNTAX' })
  })

  it('[ERR:PARAMETER] is 400', async () => {
    expect(error(await get('/movies', { include: 'nothing' }))).toMatchObject({ status: '400', code: 'PARAMETER' })
  })

  it('[ERR:BODY_SYNTAX] is 400', async () => {
    for (const body of ['', '{', '{"people":[}', 'undefined']) {
      const answer = await send('POST', '/people', { body, headers: { 'content-type': 'application/vnd.api+json' } })
      expect(error(answer)).toMatchObject({ status: '400', code: 'BODY_SYNTAX', source: { pointer: '' } })
    }
  })

  it('[ERR:BODY_SYNTAX] [SYS4] is 400 for bytes that are no UTF-8, of which nothing is made up', async () => {
    const name = word()
    const routes = [
      ['POST', '/api/v1/people', '{"people":[{"name":"'],
      ['POST', '/edithistory/v1/save/people/1', '{"_version":"'],
      ['PATCH', '/user/current', '{"name":"'],
    ] as const
    for (const [method, path, start] of routes) {
      for (const broken of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe9]]) {
        const [before, after] = [`${start}${name}`, '"'].map((text) => [...new TextEncoder().encode(text)])
        const body = new Uint8Array([...(before ?? []), ...broken, ...(after ?? [])])
        const response = await request(path, { method, body, headers: { 'content-type': 'application/json' } })
        const { errors: found } = (await response.json()) as { readonly errors: readonly object[] }
        expect([path, response.status, found]).toMatchObject([path, 400, [{ detail: 'the body is not UTF-8' }]])
      }
    }
    const whole = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(`{"people":[{"name":"${name}é"}]}`)])
    expect((await request('/api/v1/people', { method: 'POST', body: whole })).status).toBe(201)
    expect(await list('people', { filter: `name_$sw_${name}` })).toMatchObject([{ name: `${name}é` }])
  })

  it('[ERR:VALIDATION] is 422', async () => {
    for (const body of [
      [],
      'x',
      1,
      null,
      { people: {} },
      { people: [] },
      { people: ['x'] },
      { people: [null] },
      { people: [{}] },
    ]) {
      expect(error(await post('/people', JSON.stringify(body)))).toMatchObject({ status: '422', code: 'VALIDATION' })
    }
  })

  it('[ERR:UNKNOWN_MEDIA_TYPE] is 404', async () => {
    for (const type of ['nothing', 'Movies', 'movies%20', 'pg_class', 'table_versions', '__proto__', "movies'--"]) {
      expect(error(await get(`/${type}`))).toMatchObject({ status: '404', code: 'UNKNOWN_MEDIA_TYPE' })
    }
    for (const [method, path] of [
      ['POST', '/nothing'],
      ['PATCH', '/nothing'],
      ['PATCH', '/nothing/1'],
      ['DELETE', '/nothing/1'],
    ] as const) {
      for (const body of [{ nothing: [{ _id: 1 }] }, {}, { movies: [{}] }]) {
        const answer = await send(method, path, { body })
        expect([method, body, error(answer)]).toMatchObject([method, body, { code: 'UNKNOWN_MEDIA_TYPE' }])
        expect(answer.status).toBe(404)
      }
    }
  })

  it('[ERR:UNKNOWN_FIELD] is 400', async () => {
    expect(error(await get('/movies', { filter: 'nothing_$eq_1' }))).toMatchObject({
      status: '400',
      code: 'UNKNOWN_FIELD',
    })
    const answer = await post('/people', { people: [{ name: word(), nothing: 1 }] })
    expect(error(answer)).toMatchObject({
      status: '400',
      code: 'UNKNOWN_FIELD',
      source: { pointer: '/people/0/nothing' },
    })
  })

  it('[ERR:UNIQUE] [ERR:unique] is 409 and says what is taken', async () => {
    const movie = await newMovie()
    const again = await post('/movies', { movies: [{ title: 'Another', slug: movie.slug }] })
    expect(error(again)).toMatchObject({
      status: '409',
      code: 'UNIQUE',
      detail: `Another film already has the slug "${movie.slug}".`,
      source: { pointer: '/movies/0/slug' },
      meta: { field: 'slug', value: movie.slug },
    })
    const other = await newMovie()
    const update = await patch(`/movies/${other._id}`, { movies: [{ slug: movie.slug }] })
    expect(error(update)).toMatchObject({ status: '409', code: 'UNIQUE', source: { pointer: '/movies/0/slug' } })
    expect((await patch(`/movies/${movie._id}`, { movies: [{ slug: movie.slug }] })).status).toBe(200)
  })

  it('[ERR:UNIQUE] [REL:one-to-one] is 409 for a second reference of a one-to-one relation', async () => {
    const movie = await newMovie()
    await create('import_notes', { summary: word(), _links: { movie: movie._id } })
    const answer = await post('/import_notes', { import_notes: [{ summary: word(), _links: { movie: movie._id } }] })
    expect(error(answer)).toMatchObject({
      status: '409',
      code: 'UNIQUE',
      source: { pointer: '/import_notes/0/_links/movie' },
    })
  })

  it('[ERR:UNIQUE] [ERR:unique] has one winner among writers at the same time', async () => {
    const name = word()
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/genres', { genres: [{ name }] })))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([201, ...Array(7).fill(409)])
    for (const answer of answers.filter(({ status }) => status === 409)) expect(error(answer).detail).toContain(name)
  })

  it('[ERR:UNAUTHENTICATED] is 401 and asks for a bearer token', async () => {
    const response = await fetch(`${service().url}/api/v1/movies`)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer\b/)
    expect(await response.json()).toMatchObject({ errors: [{ status: '401', code: 'UNAUTHENTICATED' }] })
  })

  it('[ERR:NOT_FOUND] is 404', async () => {
    expect(error(await get('/movies/none,1'))).toMatchObject({ status: '404', code: 'NOT_FOUND' })
    const answer = await patch('/movies/999999999', { movies: [{ year: 2000 }] })
    expect(error(answer)).toMatchObject({ status: '404', code: 'NOT_FOUND' })
    expect((await request('/api/v1/')).status).toBe(404)
  })

  it('[X13] METHOD_NOT_ALLOWED is 405 and UNSUPPORTED_MEDIA_TYPE 415', async () => {
    const movie = await idOf('movies', { slug: 'jaws-1975' })
    const method = await send('PUT', '/movies', { body: { movies: [{}] } })
    expect(error(method)).toMatchObject({ status: '405', code: 'METHOD_NOT_ALLOWED' })
    expect(method.headers.get('allow')).toBe('GET, HEAD, POST, PATCH')
    expect((await send('POST', `/movies/${movie}`, { body: {} })).headers.get('allow')).toContain('PATCH')
    for (const path of ['/$batch', '/aggregate-data']) {
      for (const other of ['GET', 'PUT', 'DELETE']) {
        const answer = await send(other, path)
        expect([error(answer).code, answer.headers.get('allow')]).toEqual(['METHOD_NOT_ALLOWED', 'POST'])
      }
    }
    const type = await post('/people', '<people/>', { 'content-type': 'application/xml' })
    expect(error(type)).toMatchObject({ status: '415', code: 'UNSUPPORTED_MEDIA_TYPE' })
    const coded = await post('/people', { people: [{ name: word() }] }, { 'content-encoding': 'gzip' })
    expect(error(coded)).toMatchObject({ status: '415', source: { header: 'Content-Encoding' } })
    expect(coded.headers.get('accept-encoding')).toBe('identity')
  })

  it('[X13] [X16] NOT_ACCEPTABLE is 406', async () => {
    for (const accept of ['text/html', 'application/vnd.api+json;q=0', 'image/*, text/plain;q=0.5']) {
      const answer = await get('/movies', '', { accept })
      expect(error(answer)).toMatchObject({ status: '406', code: 'NOT_ACCEPTABLE', source: { header: 'Accept' } })
    }
    const name = word()
    for (const [method, path, body] of [
      ['POST', '/people', { people: [{ name }] }],
      ['POST', '/$batch', { _operations: [{ _op: 'add', _type: 'people', _data: { name } }] }],
      ['PATCH', `/people/${await idOf('people', { pageSize: 1 })}`, { people: [{ name }] }],
    ] as const) {
      const answer = await send(method, path, { body, headers: { accept: 'text/csv' } })
      expect([path, error(answer).code]).toEqual([path, 'NOT_ACCEPTABLE'])
    }
    expect(await list('people', { name })).toEqual([])
    for (const accept of ['*/*', 'application/*', 'application/json', 'text/html, */*;q=0.1']) {
      expect((await get('/movies', { pageSize: 1 }, { accept })).status).toBe(200)
    }
  })

  it('[ERR:TOO_LARGE] is 413', async () => {
    const answer = await post('/people', { people: [{ name: word(), biography: 'x'.repeat(17_000_000) }] })
    expect(error(answer)).toMatchObject({ status: '413', code: 'TOO_LARGE' })
  })

  it('[ERR:INTERNAL] bodies never hold SQL text or a stack, whatever is sent', async () => {
    for (const text of [
      "'; drop table movies; --",
      '\u0000',
      '\ud800',
      'a'.repeat(10_000),
      '$1',
      '%',
      '{}',
      '[]',
      '1e999',
    ]) {
      for (const query of [
        { title: text },
        { filter: `title_$eq_${text}` },
        { sort: text },
        { fields: text },
        { include: text },
      ]) {
        const answer = await get('/movies', query as Record<string, string>)
        expect([200, 400]).toContain(answer.status)
        expect(answer.text).not.toMatch(/select |\.ts:\d|at async/)
      }
      const written = await post('/people', { people: [{ name: text, website: text, _links: { [text]: text } }] })
      expect([400, 422]).toContain(written.status)
      expect(written.text).not.toMatch(/insert into|\.ts:\d|at async/)
    }
  })
})
