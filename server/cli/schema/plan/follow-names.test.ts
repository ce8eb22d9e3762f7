import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { FieldDocument, MediaTypeDocument, MetadataDocument } from '../../../catalog/document.ts'
import { testSchema } from '../test-schema.ts'

const field = (name: string, more: object = {}): FieldDocument => ({ name, label: name, type: 'Text', ...more })
const type = (name: string, fields: readonly FieldDocument[], more: object = {}): MediaTypeDocument => ({
  ...{ name, label: name, labelPlural: name, fields },
  ...more,
})
const document = (mediaTypes: readonly MediaTypeDocument[]): MetadataDocument => ({
  mediaTypes,
  pages: [],
  dictionary: {},
})

it('[X57] [M2.b] [D10] [EV1] saved expressions and histories follow what a document renames', async () => {
  const schema = await testSchema()
  const relation = { kind: 'many-to-one', related: 'people', column: 'maker' } as const
  const maker = field('maker', { type: 'Related' })
  await schema.apply(
    document([
      type('films', [field('title'), field('note'), maker], { relations: [relation] }),
      type('people', [field('town')]),
    ]),
  )
  await sql`insert into content_criteria (name, mediatype, filter_expression, sort_expression)
    values ('c', 'films', 'title_$eq_title_$and_maker[town]_$eq_town', '-title,maker[town]')`.execute(
    schema.database.kysely,
  )
  await schema.apply(
    document([
      type('movies', [field('heading', { renamedFrom: 'title' }), maker], {
        renamedFrom: 'films',
        relations: [relation],
      }),
      type('people', [field('place', { renamedFrom: 'town' })]),
    ]),
  )
  const criteria = await schema.database.kysely
    .selectFrom('content_criteria')
    .select(['mediatype', 'filter_expression', 'sort_expression', 'version'])
    .execute()
  expect(criteria).toEqual([
    {
      mediatype: 'movies',
      filter_expression: 'heading_$eq_title_$and_maker[place]_$eq_town',
      sort_expression: '-heading,maker[place]',
      version: 2,
    },
  ])
  const told = await schema.database.read({
    text: "select entry ->> '_names' from history_outbox where entry ? '_names'",
    values: [],
  })
  expect(told.map(([text]) => JSON.parse(text ?? ''))).toEqual([
    { movies: { title: 'heading', note: expect.stringMatching(/^note_gone_\d+$/) }, people: { town: 'place' } },
  ])
  await schema.database.close()
})
