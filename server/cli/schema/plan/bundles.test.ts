import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BundleDocument, MetadataDocument } from '../../../catalog/document.ts'
import { type TestSchema, testSchema } from '../test-schema.ts'

let schema: TestSchema
beforeAll(async () => {
  schema = await testSchema()
})
afterAll(() => schema.database.close())

const none: MetadataDocument = { mediaTypes: [], pages: [], dictionary: {} }
const bundle = (name: string, more: Partial<BundleDocument> = {}): BundleDocument => ({
  name,
  entry: `https://${name}.example/remoteEntry.js`,
  ...more,
})
const withBundles = (...bundles: readonly BundleDocument[]): MetadataDocument => ({ ...none, bundles })
const pulled = async (): Promise<MetadataDocument['bundles']> => (await schema.pull()).bundles
const INTEGRITY = `sha256-${'A'.repeat(43)}=`

it('[M2] [M2.c] [R5.a] bundles go along by their names, in their order', async () => {
  expect(await pulled()).toBeUndefined()
  const document = withBundles(
    bundle('desk'),
    bundle('acme', { integrity: INTEGRITY }),
    bundle('idle', { enabled: false }),
  )
  expect(await schema.diff(document)).toBe('Bundles\n  + desk\n  + acme\n  + idle\n')
  await schema.apply(document)
  expect(await pulled()).toEqual(document.bundles)
  expect(await schema.diff(document)).toBe('no differences\n')
})

it('[X60] [M2.b] [R5.a] bundles take other places and exchange their addresses, and stay where the document says nothing of them', async () => {
  const turned = withBundles(
    bundle('acme', { entry: 'https://desk.example/remoteEntry.js', integrity: INTEGRITY }),
    bundle('desk', { entry: 'https://acme.example/remoteEntry.js' }),
  )
  await schema.apply(turned)
  expect(await pulled()).toEqual(turned.bundles)
  expect(await schema.diff(none)).toBe('no differences\n')
  await schema.apply(none)
  expect(await pulled()).toEqual(turned.bundles)
})

it('[M2.b] [R5] what the data API refuses of bundles is refused with its place', async () => {
  const refused = withBundles(
    bundle('acme', { entry: 'ftp://acme.example/' }),
    bundle('1st'),
    bundle('same', { entry: 'https://1st.example/remoteEntry.js' }),
    bundle('hash', { integrity: 'md5-x' }),
    bundle('hash'),
  )
  expect(await schema.problems(refused)).toEqual([
    '/bundles/4: hash is in the document twice',
    '/bundles/0/entry: expected an address that begins with https:// or http://, without a user',
    '/bundles/1/name: expected a letter and up to 62 further letters, digits, dashes and underscores',
    '/bundles/2/entry: it is the entry of 1st already',
    '/bundles/3/integrity: expected sha256-, sha384- or sha512- and the hash in base64',
    '/bundles/3: at most 3 bundles can be in use: expected enabled: false',
    '/bundles/4: at most 3 bundles can be in use: expected enabled: false',
  ])
})

it('[EV1] [R5.a] edit history is told of every change of a bundle', async () => {
  const text = "select entry::text from history_outbox where media_type = 'adm_remotes' order by id"
  const told = async () =>
    (await schema.database.read({ text, values: [] })).map(([entry]) => JSON.parse(entry as string))
  const before = (await told()).length
  await schema.apply(withBundles(bundle('acme', { entry: 'https://new.example/remoteEntry.js' })))
  expect((await told()).slice(before)).toMatchObject([
    { _operation: 'Removed', _modifiedFields: { name: { old: 'desk' } } },
    {
      _operation: 'Changed',
      _user: { name: 'marquee schema apply' },
      _modifiedFields: {
        entry: { old: 'https://desk.example/remoteEntry.js', new: 'https://new.example/remoteEntry.js' },
        integrity: { old: INTEGRITY, new: null },
      },
    },
  ])
})
