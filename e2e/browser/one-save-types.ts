import { create, send, word } from '../http/client.ts'
import { newPage } from '../http/page-client.ts'

/** Media types of a test's own around a programme, and the page that edits all of it. */
export interface ProgrammeTypes {
  readonly programme: string
  /** Link objects that join it to films, in an order. */
  readonly parts: string
  /** Children of it, of two kinds. */
  readonly guests: string
  readonly venues: string
  /** One of each programme. */
  readonly leaflet: string
  readonly pageKey: string
  readonly drop: () => Promise<void>
}

const made: [type: string, id: number][] = []

async function add(type: string, element: object): Promise<void> {
  made.push([type, (await create(type, element))._id])
}

/** A media type with a title and fields that refer to other records. */
async function addType(label: string, references: readonly string[], texts: readonly string[] = []): Promise<string> {
  const name = word().slice(0, 18)
  await add('adm_mediatypes', { name, label, label_plural: `${label}s` })
  for (const field of texts) await add('adm_fields', { mediatype: name, name: field, label: titled(field) })
  for (const field of references)
    await add('adm_fields', { mediatype: name, name: field, label: titled(field), type: 'Related' })
  return name
}

const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

export async function programmeTypes(): Promise<ProgrammeTypes> {
  const programme = await addType('Programme', ['films'], ['title'])
  const parts = await addType('Part', ['programme', 'film'], ['note'])
  await add('adm_fields', { mediatype: parts, name: 'position', label: 'Position', type: 'Integer' })
  const guests = await addType('Guest', ['programme'], ['name', 'role'])
  await add('adm_fields', { mediatype: guests, name: 'badge', label: 'Badge', is_unique: true })
  const venues = await addType('Venue', ['programme'], ['name'])
  const leaflet = await addType('Leaflet', ['programme'], ['text'])
  for (const type of [parts, guests, venues]) {
    await add('adm_relateds', {
      mediatype: type,
      related_mediatype: programme,
      kind: 'many-to-one',
      column_name: 'programme',
    })
  }
  await add('adm_relateds', {
    mediatype: leaflet,
    related_mediatype: programme,
    kind: 'one-to-one',
    column_name: 'programme',
  })
  await add('adm_relateds', { mediatype: parts, related_mediatype: 'movies', kind: 'many-to-one', column_name: 'film' })
  await add('adm_relateds', {
    mediatype: programme,
    related_mediatype: 'movies',
    kind: 'link-object',
    field: 'films',
    link_mediatype: parts,
    link_column: 'programme',
    link_related_column: 'film',
    order_column: 'position',
    is_child_required: true,
  })
  const child = (relation: string, columns: readonly string[]) => ({
    relation: `${relation}[programme]`,
    columns,
    editable: columns,
    create: columns,
  })
  const pageKey = await newPage(programme, [
    { key: 'form', type: 'form', title: 'Programme' },
    {
      key: 'films',
      type: 'orderedRelatedList',
      title: 'Films',
      configuration: { relation: 'films', columns: ['film', 'note'], editable: ['note'] },
    },
    { key: 'guests', type: 'relatedList', title: 'Guests', configuration: child(guests, ['name', 'role', 'badge']) },
    { key: 'venues', type: 'relatedList', title: 'Venues', configuration: child(venues, ['name']) },
    {
      key: 'leaflet',
      type: 'relatedForm',
      title: 'Leaflet',
      configuration: { relation: `${leaflet}[programme]`, fields: ['text'] },
    },
  ])
  const drop = async () => {
    for (const [type, id] of made.toReversed()) await send('DELETE', `/${type}/${id}`, { query: 'confirmLoss=true' })
  }
  return { programme, parts, guests, venues, leaflet, pageKey, drop }
}
