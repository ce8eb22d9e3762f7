import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { defineMediaTypes } from '../catalog/define.ts'
import { openTestService, type TestService } from './test-service.ts'

/** As long as a name may be: `<media_type>[<column>]` is more than Postgres allows for a column of a row. */
const long = (name: string): string => name.padEnd(63, '_x')
const [FILMS, PEOPLE] = [long('films'), long('people')]
const MAKERS = Array.from({ length: 60 }, (_, n) => long(`maker_${n}`))

let service: TestService
beforeAll(async () => {
  const name = { name: 'name', label: 'Name', type: 'Text', required: true }
  const common = { label: 'Thing', labelPlural: 'Things', nameField: 'name' }
  service = await openTestService({
    prepare: (database) =>
      database.transaction(async (tx) => {
        await defineMediaTypes(tx, [
          { ...common, name: PEOPLE, fields: [name] },
          {
            ...common,
            name: FILMS,
            fields: [name, ...MAKERS.map((field) => ({ name: field, label: field, type: 'Related' }))],
            relations: MAKERS.map((column) => ({ kind: 'many-to-one' as const, related: PEOPLE, column })),
          },
        ])
      }),
  })
})
afterAll(() => service.close())

it('[ENT:_links] [ENT:_links.2] [SYS3] holds relations by their keys, however long they are and however many', async () => {
  const person = await service.send('POST', `/${PEOPLE}`, { [PEOPLE]: [{ name: 'Ada' }] })
  const { _id } = (person.body[PEOPLE] as readonly [Entity])[0]
  const links = Object.fromEntries(MAKERS.map((key, n) => [key, n % 2 === 0 ? _id : null]))
  const film = await service.send('POST', `/${FILMS}`, { [FILMS]: [{ name: 'Dawn', _links: links }] })
  expect([film.status, film.body.errors]).toEqual([201, undefined])
  const made = (film.body[FILMS] as readonly [Entity])[0]
  expect(made._links).toEqual(links)
  const keys = MAKERS.map((column) => `${FILMS}[${column}]`)
  const { body } = await service.get(`/${PEOPLE}/${_id}?fields=${keys.join(',')}`)
  const back = keys.map((key, n) => [key, n % 2 === 0 ? [made._id] : []])
  expect((body[PEOPLE] as readonly [Entity])[0]._links).toEqual(Object.fromEntries(back))
})
