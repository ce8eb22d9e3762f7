import { describe, expect, it } from 'vitest'
import type { IframeData, IframeSchema } from '../../../shared/page-parts.ts'
import { createRenderer } from '../render-page.ts'
import { catalogOf, keptLog, pageOf, requestOf } from '../test-pages.ts'
import { frameOrigins } from './iframe.ts'

async function shown(configuration: Readonly<Record<string, unknown>>, itemId?: string) {
  const page = pageOf([{ type: 'iframe', configuration }])
  const { log, lines } = keptLog()
  const options = { log, keepsHistory: false, preferencesOf: async () => null }
  const response = await createRenderer({ catalog: () => catalogOf(page), ...options }).page(requestOf({ itemId }))
  return {
    schema: response.schema.components[0]?.schema as IframeSchema | undefined,
    data: response.data.components[0]?.data as IframeData | undefined,
    lines,
  }
}

describe('a frame', () => {
  it('[CT:iframe] is told its address, height, title and what it may', async () => {
    const { schema, data } = await shown({ url: 'https://maps.example/x', title: 'Map' })
    expect(schema).toEqual({ title: 'Map', height: 480, sandbox: ['allow-scripts'] })
    expect(data).toEqual({ url: 'https://maps.example/x' })
  })

  it('[CT:iframe] is given nothing that would lead the browser away', async () => {
    const sandbox = ['allow-top-navigation', 'allow-forms', 'ALLOW-SCRIPTS', 7, 'allow-same-origin allow-scripts']
    const { schema } = await shown({ url: 'https://maps.example/', sandbox, height: 1e9 })
    expect(schema).toMatchObject({ sandbox: ['allow-forms'], height: 4000 })
    expect((await shown({ url: 'https://maps.example/', sandbox: [] })).schema?.sandbox).toEqual([])
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '/p/films', 'https://a b.example/', ''])(
    '[CT:iframe] of the address %j is not shown',
    async (url) => {
      const { schema, lines } = await shown({ url })
      expect(schema).toBeUndefined()
      expect(lines).toContainEqual(expect.objectContaining({ event: '[Render-ComponentFailure]' }))
    },
  )

  it('[CT:iframe] [X52] for one record is shown with no other item', async () => {
    expect((await shown({ url: 'https://maps.example/{id}' })).schema).toBeUndefined()
    expect((await shown({ url: 'https://maps.example/{id}' }, 'new')).schema).toBeUndefined()
  })
})

describe('origins of frames', () => {
  it('[CT:iframe] are those of the catalog, each once', () => {
    const of = (url: unknown) => ({ type: 'iframe', key: String(url), configuration: { url } })
    const page = pageOf([
      of('https://maps.example/{id}'),
      of('https://maps.example/other'),
      of('http://127.0.0.1:81/'),
      of('javascript:alert(1)'),
      of(7),
      { type: 'message', configuration: { url: 'https://elsewhere.example/' } },
    ])
    const catalog = catalogOf(page)
    expect(frameOrigins(catalog)).toEqual(['https://maps.example', 'http://127.0.0.1:81'])
    expect(frameOrigins(catalog)).toBe(frameOrigins(catalog))
  })
})
