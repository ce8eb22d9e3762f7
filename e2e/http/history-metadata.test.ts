import { afterAll, describe, expect, it } from 'vitest'
import { create, list, send, update, word } from './client.ts'
import { difference, history, restore, versionOf } from './history-client.ts'

/** Names of media types are shorter than words, and begin with a letter. */
const newName = (): string => word().slice(0, 20)

const types = new Set<number>()
const drop = async (id: number): Promise<void> => {
  types.delete(id)
  await send('DELETE', `/adm_mediatypes/${id}`, { query: 'confirmLoss=true' })
}
afterAll(async () => {
  for (const id of types) await drop(id)
})

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
