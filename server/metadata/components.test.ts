import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { adding, errorOf, newName, type System, systemOf } from './test-system.ts'

let service: TestService
let system: System

beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  system = systemOf(service)
})
afterAll(() => service.close())
afterEach(() => expect(service.failures).toEqual([]))

/** A media type, and another whose records each have one of it, by the field `owner`. */
async function twoTypes() {
  const parent = await system.newType({ name: 'old' })
  const child = await system.newType({ name: 'old' }, { name: 'owner', type: 'Related' })
  const relation = { mediatype: child, related_mediatype: parent, kind: 'one-to-one', column_name: 'owner' }
  expect((await system.add('adm_relateds', relation)).status).toBe(201)
  return { parent, child }
}

const component = (page_key: string, component_key: string, type: string, configuration: object) =>
  adding('adm_page_components', { page_key, component_key, type, configuration })

describe('components of pages', () => {
  it('[M1.c] [CT:relatedForm] [CT:relatedAutoComplete] [CT:message] [CT:iframe] follow what they name', async () => {
    const { parent, child } = await twoTypes()
    const page = newName()
    const made = await system.batch([
      adding('adm_pages', { page_key: page, title: 'P', mediatype: parent }),
      component(page, 'form', 'relatedForm', {
        relation: `${child}[owner]`,
        fields: ['title', 'old'],
        tabs: [{ fields: ['old'] }],
      }),
      component(page, 'choice', 'relatedAutoComplete', { relation: `${child}[owner]`, columns: ['old'] }),
      component(page, 'text', 'message', { title: '{old}', text: '{id} {old} {title}', tone: 'error' }),
      component(page, 'frame', 'iframe', { url: 'https://maps.example/{old}?{id}' }),
    ])
    expect([made.status, made.body.errors]).toEqual([200, undefined])
    const child2 = newName()
    const renamed = await system.batch([
      { _op: 'update', _href: `/api/v1/adm_fields/${await system.fieldId(child, 'old')}`, _data: { name: 'young' } },
      { _op: 'update', _href: `/api/v1/adm_fields/${await system.fieldId(child, 'owner')}`, _data: { name: 'holder' } },
      { _op: 'update', _href: `/api/v1/adm_mediatypes/${await system.typeId(child)}`, _data: { name: child2 } },
      { _op: 'update', _href: `/api/v1/adm_fields/${await system.fieldId(parent, 'old')}`, _data: { name: 'aged' } },
    ])
    expect([renamed.status, renamed.body.errors]).toEqual([200, undefined])
    const of = async (component_key: string) =>
      (await system.find('adm_page_components', { page_key: page, component_key })).configuration
    const relation = `${child2}[holder]`
    expect(await of('form')).toEqual({ relation, fields: ['title', 'young'], tabs: [{ fields: ['young'] }] })
    expect(await of('choice')).toEqual({ relation, columns: ['young'] })
    expect(await of('text')).toEqual({ title: '{aged}', text: '{id} {aged} {title}', tone: 'error' })
    expect(await of('frame')).toEqual({ url: 'https://maps.example/{aged}?{id}' })
    const lost = await system.remove('adm_fields', await system.fieldId(parent, 'aged'))
    expect([lost.status, lost.body.errors]).toEqual([204, undefined])
    expect(await of('frame')).toEqual({ url: 'https://maps.example/?{id}' })
    await system.remove('adm_fields', await system.fieldId(child2, 'holder'))
    expect(
      (await service.get(`/adm_page_components?page_key=${page}&type=relatedForm`)).body.adm_page_components,
    ).toEqual([])
  })

  it('[M1.d] [CT:relatedForm] [CT:relatedAutoComplete] [CT:message] [CT:iframe] are refused where they would show nothing', async () => {
    const { parent, child } = await twoTypes()
    const [page, bare] = [newName(), newName()]
    await system.batch([
      adding('adm_pages', { page_key: page, title: 'P', mediatype: parent }),
      adding('adm_pages', { page_key: bare, title: 'P' }),
    ])
    const refused = async (type: string, configuration: object, on = page) =>
      errorOf(await system.batch([component(on, newName(), type, configuration)])).detail
    expect(await refused('relatedForm', { relation: 'title' })).toContain(
      `${parent} has no relation title that leads to one`,
    )
    expect(await refused('relatedForm', {})).toContain('the member relation is missing')
    expect(await refused('relatedForm', { relation: `${child}[owner]`, fields: ['none'] })).toContain(
      `${child} has no field none`,
    )
    expect(await refused('relatedAutoComplete', { relation: 'none' })).toContain(`${parent} has no relation none`)
    expect(await refused('relatedAutoComplete', { relation: 'x' }, bare)).toContain(
      'expected a media type: the page has none',
    )
    expect(await refused('message', { text: 'Of {none}' })).toContain(`${parent} has no field none`)
    expect(await refused('message', { text: 'Of {title}' }, bare)).toContain('expected a media type')
    expect(await refused('message', { title: 'T' })).toContain('the member text is missing')
    expect(await refused('message', { text: 'T', tone: 'loud' })).toContain(
      'tone: there is no "loud" here; expected one of info',
    )
    for (const url of ['javascript:alert(1)', 'https://{title}.example/', '/x', '{title}'])
      expect(await refused('iframe', { url })).toContain('url: expected an address')
    expect(await refused('iframe', {})).toContain('the member url is missing')
    expect(await refused('iframe', { url: 'https://x.example/', sandbox: ['allow-top-navigation'] })).toContain(
      'sandbox/0: there is no "allow-top-navigation" here; expected one of',
    )
    const kept = await system.batch([
      component(bare, 'text', 'message', { text: 'T' }),
      component(bare, 'frame', 'iframe', { url: 'https://x.example/' }),
    ])
    expect(kept.status).toBe(200)
  })
})
