import { describe, expect, it } from 'vitest'
import { NOT_BUILT_TYPES } from '../../../shared/page-parts.ts'
import { createRenderer } from '../render-page.ts'
import { catalogOf, keptLog, pageOf, requestOf } from '../test-pages.ts'

describe('built-in types that are not there yet', () => {
  it('[OUT:SuccessDataNull] are answered, so that the page shows a notice in their place', async () => {
    const types = ['epg', 'hologram', 'chart']
    const page = pageOf(types.map((type) => ({ type })))
    const { log } = keptLog()
    const renderer = createRenderer({
      catalog: () => catalogOf(page),
      log,
      keepsHistory: false,
      preferencesOf: async () => null,
    })
    const { schema, data } = await renderer.page(requestOf())
    expect(NOT_BUILT_TYPES).toEqual(expect.arrayContaining(['epg', 'chart']))
    expect(schema.components.map(({ type, schema }) => [type, schema])).toEqual([
      ['epg', {}],
      ['chart', {}],
    ])
    expect(data.components).toEqual([
      { key: 'epg', data: null },
      { key: 'chart', data: null },
    ])
  })
})
