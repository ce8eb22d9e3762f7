import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rights } from '../catalog/rights.ts'
import { migratedDatabase } from '../db/test-database.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { errorOf, type System, systemOf } from './test-system.ts'

/** Two instances on one database; neither looks for news by itself. */
let here: TestService
let there: TestService
let system: System

beforeAll(async () => {
  const url = await migratedDatabase()
  here = await openTestService({ prepare: prepareSmallCatalogue, url })
  there = await openTestService({ url })
  system = systemOf(here)
})
afterAll(() => here.close())

async function newType(): Promise<string> {
  const name = await system.newType({ name: 'size', label: 'Size', type: 'Integer', indexed: true })
  await system.add(name, { title: 'One', size: 1 })
  await there.context.refresh()
  return name
}

describe('an instance that another one’s changes have overtaken', () => {
  it('[M5] knows of them after a look', async () => {
    const name = await newType()
    await system.add('adm_fields', { mediatype: name, name: 'late', label: 'Late' })
    expect((await there.get(`/${name}`)).body[name]).toEqual([expect.not.objectContaining({ late: null })])
    await there.context.refresh()
    expect((await there.get(`/${name}`)).body[name]).toEqual([expect.objectContaining({ late: null })])
  })

  it('[M5] reads on when a field it knows is gone', async () => {
    const name = await newType()
    expect((await there.get(`/${name}/1`)).body[name]).toMatchObject([{ size: 1 }])
    await system.remove('adm_fields', await system.fieldId(name, 'size'), '?confirmLoss=true')
    expect((await there.get(`/${name}/1`)).body[name]).toEqual([expect.not.objectContaining({ size: 1 })])
    expect((await there.get(`/${name}`)).status).toBe(200)
    expect(errorOf(await there.get(`/${name}?size=1`))).toMatchObject({ status: '400', code: 'UNKNOWN_FIELD' })
  })

  it('[P4] [M5] shows no hidden field under the name that it has by now', async () => {
    const name = await newType()
    const all = { read: true, write: true, delete: true }
    const rights: Rights = {
      unrestricted: false,
      mediaTypes: new Map([[name, all]]),
      sources: null,
      fields: new Map([[name, { hidden: new Set(['size']), readOnly: new Set<string>() }]]),
      signature: `${name} without size`,
    }
    expect((await there.get(`/${name}/1`, rights)).body[name]).toEqual([expect.not.objectContaining({ size: 1 })])
    await system.change('adm_fields', await system.fieldId(name, 'size'), { name: 'length' })
    expect((await there.get(`/${name}/1`, rights)).body[name]).toEqual([expect.not.objectContaining({ length: 1 })])
    // a write looks at all fields and finds that they are others; the rights it is made by are those of before
    const written = await there.send('PATCH', `/${name}/1`, { [name]: [{ title: 'Two' }] }, rights)
    expect(errorOf(written)).toMatchObject({ status: '503', code: 'DEPENDENCY_DOWN' })
    expect(there.failures.splice(0)).toHaveLength(1)
  })

  it('[M5] says that a media type is gone', async () => {
    const name = await newType()
    const { _id } = await system.find('adm_mediatypes', { name })
    await system.remove('adm_mediatypes', _id, '?confirmLoss=true')
    expect(errorOf(await there.get(`/${name}`))).toMatchObject({ status: '404', code: 'UNKNOWN_MEDIA_TYPE' })
  })

  it('[M5] filters by what a field has become', async () => {
    const name = await newType()
    expect((await there.get(`/${name}?size=1`)).body[name]).toMatchObject([{ size: 1 }])
    await system.change('adm_fields', await system.fieldId(name, 'size'), { type: 'Text' })
    expect((await there.get(`/${name}?size=1`)).body[name]).toMatchObject([{ size: '1' }])
  })

  it('[M5] writes on, and aggregates on', async () => {
    const name = await newType()
    await system.remove('adm_fields', await system.fieldId(name, 'size'), '?confirmLoss=true')
    const answer = await there.send('POST', `/${name}`, { [name]: [{ title: 'Two', size: 2 }] })
    expect(errorOf(answer)).toMatchObject({ status: '400', code: 'UNKNOWN_FIELD' })
    expect(await there.send('POST', `/${name}`, { [name]: [{ title: 'Two' }] })).toMatchObject({ status: 201 })
    const other = await newType()
    await system.remove('adm_fields', await system.fieldId(other, 'size'), '?confirmLoss=true')
    const query = { _mediaType: other, _aggregates: [{ _function: 'sum', _field: 'size', _as: 'sum' }] }
    expect((await there.send('POST', '/aggregate-data', query)).status).toBe(400)
  })

  it('[M1.c] changes metadata on top of the other’s changes', async () => {
    const name = await newType()
    await system.add('adm_fields', { mediatype: name, name: 'late', label: 'Late' })
    const other = systemOf(there)
    expect(await other.add('adm_fields', { mediatype: name, name: 'later', label: 'Later' })).toMatchObject({
      status: 201,
    })
    expect(await system.change('adm_fields', await system.fieldId(name, 'size'), { required: true })).toMatchObject({
      status: 200,
    })
    const added = await there.send('POST', `/${name}`, { [name]: [{ title: 'Two', size: 2, late: 'a', later: 'b' }] })
    expect(added.status).toBe(201)
    expect([...here.failures, ...there.failures]).toEqual([])
  })

  it('[M5] answers every request while fields come and go', async () => {
    const name = await newType()
    const statuses = new Set<number>()
    let going = true
    const reading = (async () => {
      while (going) {
        for (const path of [`/${name}`, `/${name}/1`, `/${name}?size=1`]) statuses.add((await there.get(path)).status)
      }
    })()
    for (let round = 0; round < 5; round += 1) {
      await system.remove('adm_fields', await system.fieldId(name, 'size'), '?confirmLoss=true')
      await system.add('adm_fields', { mediatype: name, name: 'size', label: 'Size', type: 'Integer' })
    }
    going = false
    await reading
    expect([...statuses].filter((status) => ![200, 400, 503].includes(status))).toEqual([])
    expect(statuses).toContain(200)
  })
})
