import { describe, expect, it } from 'vitest'
import type { IframeData, IframeSchema, MessageData } from '../../shared/page-parts.ts'
import { NOT_BUILT_TYPES } from '../../shared/page-parts.ts'
import { service } from '../harness/service.ts'
import { create, find, links, newMovie, post, word } from './client.ts'
import { dataOf, display, newPage, schemaOf, shownIn } from './page-client.ts'

describe('a message', () => {
  it('[CT:message] holds what the page’s record holds, as it is read, and never as markup', async () => {
    const director = await create('people', { name: '<i>Someone</i> & "Co"' })
    const film = await newMovie({ year: 1999, status: 'published', _links: { director: director._id } })
    const key = await newPage('movies', [
      {
        key: 'note',
        type: 'message',
        configuration: {
          title: '{director}, {year}',
          text: '<p>{director} {status} {synopsis}<a href="https://x.example/{director}">x</a><script>1</script></p>',
        },
      },
    ])
    const answer = await display(key, film._id)
    expect(schemaOf(answer, 'note')).toEqual({ tone: 'info', dismissible: false })
    const name = encodeURIComponent(String(director.name))
    expect(dataOf<MessageData>(answer, 'note')).toEqual({
      title: '<i>Someone</i> & "Co", 1999',
      html: `<p>&lt;i&gt;Someone&lt;/i&gt; &amp; "Co" Published <a href="https://x.example/${name}">x</a></p>`,
    })
  })

  it('[CT:message] has texts of the dictionary', async () => {
    const text = word()
    const entry = `NOTE/${text}`
    await create('adm_dictionary', { key: entry, language: 'en', text: `Said <b>${text}</b>` })
    const key = await newPage(null, [
      { key: 'note', type: 'message', configuration: { text: `<p>{DICT:${entry}}</p>`, tone: 'success' } },
    ])
    const answer = await display(key)
    expect(schemaOf(answer, 'note')).toMatchObject({ tone: 'success' })
    expect(dataOf<MessageData>(answer, 'note').html).toBe(`<p>Said <b>${text}</b></p>`)
  })
})

describe('a frame', () => {
  it('[CT:iframe] is addressed by what the record holds, percent-encoded', async () => {
    const film = await find('movies', { title: 'Jaws', year: 1975 })
    const odd = await newMovie({ title: '../a b&c#d' })
    const key = await newPage('movies', [
      {
        key: 'map',
        type: 'iframe',
        title: 'Map',
        configuration: {
          url: 'https://maps.example/{id}/{title}?by={director}',
          sandbox: ['allow-forms'],
          height: 200,
        },
      },
    ])
    const answer = await display(key, film._id)
    const director = links(film).director
    expect(schemaOf<IframeSchema>(answer, 'map')).toEqual({ title: 'Map', height: 200, sandbox: ['allow-forms'] })
    expect(dataOf<IframeData>(answer, 'map').url).toBe(`https://maps.example/${film._id}/Jaws?by=${director}`)
    expect(dataOf<IframeData>(await display(key, odd._id), 'map').url).toBe(
      `https://maps.example/${odd._id}/..%2Fa%20b%26c%23d?by=`,
    )
    expect(shownIn(await display(key, `${film._id},${odd._id}`))).toEqual([])
    expect(shownIn(await display(key, 'new'))).toEqual([])
  })

  it('[CT:iframe] is let in by the policy of the shell, by its origin', async () => {
    const origin = `https://${word()}.example`
    await newPage(null, [{ key: 'map', type: 'iframe', configuration: { url: `${origin}/some/where?x` } }])
    const { headers } = await fetch(`${service().url}/`, { headers: { accept: 'text/html' } })
    const directives = headers.get('content-security-policy')?.split('; ') ?? []
    const [, ...sources] = directives.find((directive) => directive.startsWith('frame-src '))?.split(' ') ?? []
    expect(sources).toContain(origin)
    expect(sources.filter((source) => !/^(?:'self'|https?:\/\/[\w.:-]+)$/.test(source))).toEqual([])
  })

  it('[CT:iframe] is refused an address that could lead anywhere', async () => {
    const key = await newPage('movies', [])
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'https://{title}/', '{title}', '/p/films']) {
      const element = { page_key: key, component_key: word(), type: 'iframe', sort_order: 1, configuration: { url } }
      const answer = await post('/adm_page_components', { adm_page_components: [element] })
      expect([url, answer.status]).toEqual([url, 422])
    }
  })
})

describe('built-in types that are not there yet', () => {
  it('[OUT:SuccessDataNull] [X52.b] are told to the shell, which says so in their place', async () => {
    const key = await newPage(
      null,
      NOT_BUILT_TYPES.map((type) => ({ key: type, type })),
    )
    const answer = await display(key)
    expect(shownIn(answer)).toEqual(NOT_BUILT_TYPES)
    for (const type of NOT_BUILT_TYPES) expect([schemaOf(answer, type), dataOf(answer, type)]).toEqual([{}, null])
  })
})
