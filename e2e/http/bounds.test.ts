import { describe, expect, it } from 'vitest'
import { create, entity, error, errors, get, post, word } from './client.ts'

describe('what one request may ask', () => {
  it('[X14] is at most fifty <field>=<value> parameters', async () => {
    const answer = await get('/movies', 'rating[name]=R&'.repeat(51).slice(0, -1))
    expect(error(answer)).toMatchObject({ code: 'PARAMETER', source: { parameter: 'rating[name]' } })
  })

  it('[X14.a] is at most fifty terms over related records', async () => {
    const term = 'director[name]_$eq_x'
    const fifty = await get('/movies', { filter: Array(50).fill(term).join('_$or_'), pageSize: 1 })
    expect(fifty.status).toBe(200)
    const more = await get('/movies', { filter: Array(51).fill(term).join('_$or_'), pageSize: 1 })
    expect(error(more)).toMatchObject({ code: 'FILTER_SYNTAX', meta: { position: 50 * (term.length + 5) } })
  })

  it('[X14.b] is told of at most a hundred problems', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`a${index}`, 1]))
    expect(errors(await post('/genres', { genres: [{ name: word(), ...unknown }] }))).toHaveLength(100)
    expect(errors(await post('/genres', { ...unknown }))).toHaveLength(100)
  })

  it('[X14.c] is at most a thousand records to create', async () => {
    const answer = await post('/genres', { genres: Array(1001).fill(1) })
    expect(error(answer)).toMatchObject({ code: 'VALIDATION', source: { pointer: '/genres' } })
  })

  it('[D1] names the parameter, not a filter, where there is none', async () => {
    const answer = await get('/movies', 'title[name]=1')
    expect(error(answer)).toMatchObject({ code: 'PARAMETER', source: { parameter: 'title[name]' } })
  })
})

describe('numbers of many digits', () => {
  it('[FT:JSON] [FT:Range] are doubles where JSON is kept', async () => {
    const settings = { lat: 52.520006599999995, deep: [0.30000000000000004] }
    const age = { from: 1.1000000000000001, to: 2.3 }
    const made = await create('collections', { name: word(), settings, age })
    expect(entity(await get(`/collections/${made._id}`), 'collections')).toMatchObject({ settings, age })
  })

  it('[FT:Text] are no text', async () => {
    const answer = await post('/collections', '{"collections":[{"name":12345678901234567890}]}')
    expect(error(answer)).toMatchObject({ code: 'VALIDATION', source: { pointer: '/collections/0/name' } })
  })
})
