import { describe, expect, it } from 'vitest'
import { request, service } from '../harness/service.ts'
import { create, error, get, send, word } from './client.ts'

interface DictionaryBody {
  readonly _language: string
  readonly _dictionary: Readonly<Record<string, string>>
}

const dictionary = async (query = '', headers: Record<string, string> = {}): Promise<DictionaryBody> => {
  const response = await request(`/api/v1/dictionary${query}`, { headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/vnd.api+json;charset=UTF-8')
  return (await response.json()) as DictionaryBody
}

const CHILD = 'RELATED/CHILDREQUIRED'
const GERMAN = 'Mindestens ein verknüpfter Datensatz ist erforderlich.'
const ENGLISH = 'At least one related record is required.'

describe('the dictionary', () => {
  it('[RT:dictionary] [D9] has every text in the language asked for', async () => {
    const german = await dictionary('?language=de')
    expect(german._language).toBe('de')
    expect(german._dictionary[CHILD]).toBe(GERMAN)
    expect((await dictionary('?language=en'))._dictionary[CHILD]).toBe(ENGLISH)
  })

  it('[D9.a] has the texts of the default language where that one has none', async () => {
    const [french, english] = [await dictionary('?language=fr'), await dictionary('?language=en')]
    expect(french).toEqual({ _language: 'fr', _dictionary: english._dictionary })
    const austrian = await dictionary('?language=de-at')
    expect(austrian._language).toBe('de-AT')
    expect(austrian._dictionary[CHILD]).toBe(GERMAN)
  })

  it('[D9] goes by Accept-Language when no language is asked for', async () => {
    expect((await dictionary('', { 'accept-language': 'fr;q=0.9, de-CH;q=0.8, en;q=0.1' }))._language).toBe('de-CH')
    expect((await dictionary('', { 'accept-language': 'fr' }))._language).toBe('en')
    expect((await dictionary('?language=en', { 'accept-language': 'de' }))._language).toBe('en')
  })

  it('[D9] carries a tag, one for each language', async () => {
    const first = await request('/api/v1/dictionary?language=de')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    const again = await request('/api/v1/dictionary?language=de', { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    const other = await request('/api/v1/dictionary?language=en', { headers: { 'if-none-match': etag } })
    expect(other.status).toBe(200)
  })

  it('[D9] [D9.a] has the rows of adm_dictionary at once, before the built-in texts', async () => {
    const own = word()
    const rows = [
      { language: 'de', key: own, text: 'eigener Text' },
      { language: 'en', key: own, text: 'a text of its own' },
      { language: 'fr', key: 'ERROR/NOT_FOUND', text: own },
    ]
    const before = await request('/api/v1/dictionary?language=fr')
    const created: number[] = []
    try {
      for (const row of rows) created.push((await create('adm_dictionary', row))._id)
      const texts = async (language: string) => (await dictionary(`?language=${language}`))._dictionary
      expect((await texts('de'))[own]).toBe('eigener Text')
      expect((await texts('fr'))[own]).toBe('a text of its own')
      expect((await texts('fr'))['ERROR/NOT_FOUND']).toBe(own)
      expect((await texts('en'))['ERROR/NOT_FOUND']).toBe('Not found')
      const after = await request('/api/v1/dictionary?language=fr')
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    } finally {
      for (const id of created) await send('DELETE', `/adm_dictionary/${id}`)
    }
    expect((await dictionary('?language=fr'))._dictionary).not.toHaveProperty(own)
  })

  it.each(['', 'x', 'de_AT', "de'", '*', '../en', 'de\0', 'a'.repeat(300)])(
    '[D9] [ERR:PARAMETER] refuses %j as a language',
    async (language) => {
      const answer = await get('/dictionary', { language })
      expect(answer.status).toBe(400)
      expect(error(answer)).toMatchObject({ code: 'PARAMETER', source: { parameter: 'language' } })
    },
  )

  it('[ERR:PARAMETER] refuses two languages and other parameters', async () => {
    for (const query of ['language=de&language=en', 'lang=de', 'language=de&page=1']) {
      expect([query, (await get('/dictionary', query)).status]).toEqual([query, 400])
    }
  })

  it('[ERR:UNAUTHENTICATED] [X13] is for those signed in, to read', async () => {
    expect((await fetch(`${service().url}/api/v1/dictionary`)).status).toBe(401)
    const answer = await send('POST', '/dictionary', { body: {} })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('errors', () => {
  it('[D1] have titles in the caller’s language', async () => {
    const titles = async (language: string) => error(await get('/nothing', '', { 'accept-language': language })).title
    expect(await titles('de')).toBe('Diesen Medientyp gibt es nicht')
    expect(await titles('en')).toBe('No such media type')
  })
})
