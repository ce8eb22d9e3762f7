import { describe, expect, it } from 'vitest'
import type { FormData } from '../../shared/page.ts'
import { create, error, get, patch, read, word } from './client.ts'
import { dataOf, display, savePage } from './page-client.ts'

const LONG = '12345678901234567.89'
const AGE = { from: '6.12345678901234567', to: 12 }

describe('values of more digits than a JSON number carries', () => {
  it('[FT:Money] [FT:Range] are kept, and shown with all of them', async () => {
    const { _id: id } = await create('collections', { name: word(), price: LONG, age: AGE })
    const { text } = await get(`/collections/${id}`)
    expect(text).toContain(`"${LONG}"`)
    expect(text).toMatch(/"from":\s*6\.12345678901234567\b/)
  })

  it('[FT:Money] [FT:Range] reach a form as they are, and come back from it', async () => {
    const { _id: id } = await create('collections', { name: word(), price: LONG, age: AGE })
    const before = await display('collection', id)
    const { values } = dataOf<FormData>(before, 'form')
    expect(values).toMatchObject({ price: LONG, age: AGE })
    const data = { values: { price: LONG.replace('.89', '.88'), age: { ...AGE, to: '6.12345678901234568' } } }
    const saved = await savePage('collection', id, { form: data }, { etag: before.page.configuration.etag })
    expect(saved.errors).toEqual([])
    expect(await read('collections', id)).toMatchObject({ price: '12345678901234567.88' })
    expect((await get(`/collections/${id}`)).text).toContain('6.12345678901234568')
  })

  it('[FT:Range] are compared digit by digit', async () => {
    const { _id: id } = await create('collections', { name: word() })
    const age = { from: '6.12345678901234568', to: '6.12345678901234567' }
    const answer = await patch(`/collections/${id}`, { collections: [{ age }] })
    expect(error(answer)).toMatchObject({ code: 'VALIDATION', source: { pointer: '/collections/0/age' } })
    expect(error(answer).detail).toContain('start is not after its end')
  })
})

describe('what is required', () => {
  it('[FT:Text] is not given with blanks', async () => {
    const { _id: id } = await create('collections', { name: word() })
    const answer = await patch(`/collections/${id}`, { collections: [{ name: ' \t ' }] })
    expect(error(answer)).toMatchObject({ code: 'VALIDATION', source: { pointer: '/collections/0/name' } })
    expect(error(answer).detail).toContain('not blank')
  })
})
