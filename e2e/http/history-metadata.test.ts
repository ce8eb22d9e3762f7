import { afterAll, describe, expect, it } from 'vitest'
import { request } from '../harness/service.ts'
import { create, list, read, send, update, word } from './client.ts'
import { difference, history, restore, versionOf } from './history-client.ts'

/** Names of media types are shorter than words, and begin with a letter. */
const newName = (): string => word().slice(0, 20)

const types = new Set<number>()
const drop = async (id: number): Promise<void> => {
  types.delete(id)
  await send('DELETE', `/adm_mediatypes/${id}`, { query: 'confirmLoss=true' })
}
afterAll(async () => {
  if (types.size > 0) await send('DELETE', `/adm_mediatypes/${[...types]}`, { query: 'confirmLoss=true' })
}, 60_000)

async function newType(
  name = newName(),
): Promise<{ readonly name: string; readonly id: number; readonly code: number }> {
  const type = await create('adm_mediatypes', { name, label: 'Boat', label_plural: 'Boats', name_field: null })
  types.add(type._id)
  const code = await create('adm_fields', { mediatype: name, name: 'code', label: 'Code', type: 'Text' })
  return { name, id: type._id, code: code._id }
}

const codes = async (type: string, id: number): Promise<readonly unknown[]> =>
  (await history(type, id)).body.entries.map(({ fields }) => fields.find(({ name }) => name === 'code')?.new)

describe('the history of records whose media type changes', () => {
  it('[EV1] [M1.a] [X35] goes on when the media type is renamed, and brings back what was before', async () => {
    const { name, id } = await newType()
    const boat = await create(name, { code: 'first' })
    await update(name, boat._id, { code: 'second' })
    const renamed = newName()
    await update('adm_mediatypes', id, { name: renamed })
    await update(renamed, boat._id, { code: 'third' })
    await expect.poll(() => codes(renamed, boat._id), { timeout: 15_000 }).toEqual(['third', 'second', 'first'])
    expect((await restore(renamed, boat._id, versionOf(boat))).body.skipped).toEqual([])
    expect(await list(renamed, { fields: 'code' })).toMatchObject([{ _id: boat._id, code: 'first' }])
  })

  it('[EV1] [P2.b] does not go to another media type that takes the name of one that is gone', async () => {
    const { name, id } = await newType()
    const boat = await create(name, { code: 'old' })
    await expect.poll(() => codes(name, boat._id), { timeout: 15_000 }).toEqual(['old'])
    await drop(id)
    await newType(name)
    const other = await create(name, { code: 'new' })
    expect(other._id).toBe(boat._id)
    await expect.poll(() => codes(name, other._id), { timeout: 15_000 }).toEqual(['new'])
  })

  it('[ENT:secret] [FT:Secret] [SVC:history-read] tells no values of a field that is a secret by now', async () => {
    const { name, code } = await newType()
    const boat = await create(name, { code: 'sesame' })
    const opened = await update(name, boat._id, { code: 'open' })
    await update('adm_fields', code, { type: 'Secret' })
    await expect.poll(() => codes(name, boat._id), { timeout: 15_000 }).toEqual(['********', '********'])
    const between = await difference(name, boat._id, `from=${versionOf(boat)}&to=${versionOf(opened)}`)
    expect(between.body.fields).toMatchObject([{ name: 'code', old: '********', new: '********' }])
  })
})

describe('the history of a field', () => {
  it('[EV1] [M1.a] goes on when it is renamed, together with its media type, and brings back what was before', async () => {
    const [port, boat] = [await newType(), await newType()]
    const home = await create('adm_fields', { mediatype: boat.name, name: 'home', label: 'Home', type: 'Related' })
    const relation = { mediatype: boat.name, related_mediatype: port.name, kind: 'many-to-one', column_name: 'home' }
    await create('adm_relateds', relation)
    const harbour = await create(port.name, { code: 'here' })
    const one = await create(boat.name, { code: 'first', home: harbour._id })
    await update(boat.name, one._id, { code: 'second', home: null })
    const renamed = newName()
    const batch = [
      ['adm_fields', boat.code, { name: 'mark' }],
      ['adm_mediatypes', boat.id, { name: renamed }],
      ['adm_fields', home._id, { name: 'berth' }],
    ].map(([type, id, _data]) => ({ _op: 'update', _href: `/api/v1/${type}/${id}`, _data }))
    expect((await send('POST', '/$batch', { body: { _operations: batch } })).status).toBe(200)
    await update(renamed, one._id, { mark: 'third' })
    const marks = async () =>
      (await history(renamed, one._id)).body.entries.map(({ fields }) => fields.map(({ name }) => name).toSorted())
    await expect.poll(marks, { timeout: 15_000 }).toEqual([['mark'], ['berth', 'mark'], ['berth', 'mark']])
    const restored = await restore(renamed, one._id, versionOf(one))
    expect(restored.body.skipped).toEqual([])
    expect(await read(renamed, one._id)).toMatchObject({ mark: 'first', _links: { berth: harbour._id } })
    await drop(boat.id)
  })

  it('[P4] [EV1] is not that of a later field that takes its name', async () => {
    const { name, code } = await newType()
    const boat = await create(name, { code: 'old' })
    await update(name, boat._id, { code: 'older' })
    expect((await send('DELETE', `/adm_fields/${code}`, { query: 'confirmLoss=true' })).status).toBe(204)
    await create('adm_fields', { mediatype: name, name: 'code', label: 'Another', type: 'Text' })
    await update(name, boat._id, { code: 'new' })
    await expect.poll(() => codes(name, boat._id), { timeout: 15_000 }).toEqual(['new', undefined, undefined])
    const [, before] = (await history(name, boat._id)).body.entries
    expect(before?.fields).toMatchObject([{ name: `code_gone_${code}`, label: 'code', old: 'old', new: 'older' }])
    const { body } = await restore(name, boat._id, 1)
    expect(body.skipped).toEqual([{ name: `code_gone_${code}`, label: 'code', reason: 'unknown' }])
    expect(await read(name, boat._id)).toMatchObject({ code: null })
  })
})

describe('restoring metadata', () => {
  it('[M1.d] [X25] asks before data is lost, and does it once that is confirmed', async () => {
    const { name, code } = await newType()
    await update('adm_fields', code, { type: 'Integer' })
    const seven = await create(name, { code: 7 })
    const text = await update('adm_fields', code, { type: 'Text' })
    await update(name, seven._id, { code: 'seven' })
    const version = versionOf(text) - 1
    const asked = await restore('adm_fields', code, version)
    expect([asked.status, asked.body.errors]).toMatchObject([
      409,
      [{ code: 'CONFIRMATION_REQUIRED', meta: { losses: [{ rows: 1 }] } }],
    ])
    expect(await list(name, { fields: 'code' })).toMatchObject([{ code: 'seven' }])
    for (const query of ['?confirmLoss=perhaps', '?confirmLoss=']) {
      const refused = await restore('adm_fields', code, version, {}, query)
      expect([refused.status, refused.body.errors?.[0]?.source]).toEqual([400, { parameter: 'confirmLoss' }])
    }
    expect((await restore('adm_fields', code, version, {}, '?confirmLoss=false')).status).toBe(409)
    const stale = await restore('adm_fields', code, version, { 'if-match': '"1.1"' }, '?confirmLoss=true')
    expect(stale.status).toBe(412)
    const done = await restore('adm_fields', code, version, {}, '?confirmLoss=true')
    expect([done.status, done.body.skipped]).toEqual([200, []])
    expect(await list(name, { fields: 'code' })).toMatchObject([{ code: null }])
  })
})

describe('restoring a version whose values do not fit any more', () => {
  it('[X29.c] [X29.a] brings back the rest and names what was refused, with the reason', async () => {
    const { name, code } = await newType()
    const rules = { mediatype: name, type: 'Text' }
    const slug = await create('adm_fields', { ...rules, name: 'slug', label: 'Slug', is_unique: true })
    await create('adm_fields', { ...rules, name: 'note', label: 'Note' })
    const boat = await create(name, { code: 'seven', slug: 'a', note: null })
    await update(name, boat._id, { code: '8', slug: 'b', note: 'x' })
    await create(name, { code: '9', slug: 'a', note: 'y' })
    await update('adm_fields', code, { type: 'Integer' })
    const { status, body } = await restore(name, boat._id, versionOf(boat))
    expect(status).toBe(200)
    expect(body.skipped).toEqual([
      { name: 'code', label: 'Code', reason: 'refused', detail: expect.any(String) },
      { name: 'slug', label: 'Slug', reason: 'refused', detail: expect.any(String) },
    ])
    expect(await read(name, boat._id)).toMatchObject({ code: 8, slug: 'b', note: null })
    // twice comes to the same
    const again = await restore(name, boat._id, versionOf(boat))
    expect([again.status, again.body.skipped.map(({ name }) => name)]).toEqual([200, ['code', 'slug']])
    expect(versionOf(await read(name, boat._id))).toBe(3)
    await send('DELETE', `/adm_fields/${slug._id}`, { query: 'confirmLoss=true' })
    const without = await restore(name, boat._id, versionOf(boat))
    expect(without.body.skipped.map(({ name, reason }) => [name, reason])).toEqual([
      [`slug_gone_${slug._id}`, 'unknown'],
      ['code', 'refused'],
    ])
  })

  it('[X29.a] [ERR:CHILD_REQUIRED] leaves a list as it is that must hold somebody and whose former members are gone', async () => {
    const [box, thing] = [await newType(), await newType()]
    const joining = { link_table: `${box.name}_things`, link_column: 'box', link_related_column: 'thing' }
    const relation = { mediatype: box.name, related_mediatype: thing.name, kind: 'many-to-many', ...joining }
    await create('adm_relateds', { ...relation, is_child_required: true })
    const key = `${thing.name}[box]`
    const [one, other] = [await create(thing.name, { code: 'one' }), await create(thing.name, { code: 'other' })]
    const made = await create(box.name, { code: 'a', _links: { [key]: [one._id] } })
    await update(box.name, made._id, { code: 'b', _links: { [key]: [other._id] } })
    expect((await send('DELETE', `/${thing.name}/${one._id}`)).status).toBe(204)
    const { status, body } = await restore(box.name, made._id, versionOf(made))
    expect([status, body.skipped.map(({ name, reason }) => [name, reason])]).toEqual([
      200,
      [
        [key, 'gone'],
        [key, 'refused'],
      ],
    ])
    expect(await read(box.name, made._id)).toMatchObject({ code: 'a', _links: { [key]: [other._id] } })
  })

  it('[X29] of a record that is gone is 404', async () => {
    const { name } = await newType()
    const boat = await create(name, { code: 'a' })
    await update(name, boat._id, { code: 'b' })
    expect((await send('DELETE', `/${name}/${boat._id}`)).status).toBe(204)
    const refused = await restore(name, boat._id, 1)
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([404, expect.stringContaining('not brought back')])
    expect((await history(name, boat._id)).body.entries.map(({ operation }) => operation)).toEqual([
      'Removed',
      'Changed',
      'Added',
    ])
  })

  it('[ERR:BODY_SYNTAX] refuses a body that is nested too deeply, no JSON, or says more', async () => {
    const { name } = await newType()
    const boat = await create(name, { code: 'a' })
    const deep = `{"version":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
    const sent = async (body: string, type = 'application/json'): Promise<number> => {
      const path = `/api/v2/history/${name}/${boat._id}/restore`
      return (await request(path, { method: 'POST', headers: { 'content-type': type }, body })).status
    }
    expect(await sent(deep)).toBe(400)
    expect(await sent('{"version":1}', 'text/plain')).toBe(415)
    expect(await sent('{"version":1,"confirmLoss":true}')).toBe(422)
  })
})
