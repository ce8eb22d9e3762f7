import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FieldDocument } from './document.ts'
import { field, NOTHING, openWorkbench, type, type Version, type Workbench } from './test-workbench.ts'

let workbench: Workbench

beforeAll(async () => {
  workbench = await openWorkbench()
})
afterAll(() => workbench.close())
beforeEach(() => workbench.clear())

const change: Workbench['change'] = (...given) => workbench.change(...given)
const refusal: Workbench['refusal'] = (...given) => workbench.refusal(...given)
const fill: Workbench['fill'] = (...given) => workbench.fill(...given)
const column: Workbench['column'] = (...given) => workbench.column(...given)

describe('relations', () => {
  const people = type('people', [field('name', 'Text')])
  const places = type('places', [])
  const related = (to: string, more: object = {}, of: Partial<FieldDocument> = {}): Version => ({
    documents: [
      type('films', [field('who', 'Related', of)], {
        relations: [{ kind: 'many-to-one', related: to, column: 'who', ...more }],
      }),
      people,
      places,
    ],
  })
  const plain: Version = { documents: [type('films', [field('who', 'Integer')]), people, places] }

  it('[M1.d] numbers become relations where they name records; others need a confirmation', async () => {
    await change(NOTHING, plain)
    await fill('people', 'name', ['Ada'])
    await fill('films', 'who', [1, 2, null])
    expect(await refusal(plain, related('people'))).toMatchObject({
      meta: { losses: [{ rows: 1, description: 'values of films.who that are no record of people' }] },
    })
    expect(await refusal(plain, related('people', {}, { required: true, defaultValue: 1 }))).toMatchObject({
      code: 'VALIDATION',
    })
    await change(plain, related('people'), true)
    expect(await column('films', 'who')).toEqual(['1', null, null])
    await expect(workbench.pglite.query('delete from people')).rejects.toThrow('films_who_fkey')
  })

  it('[M1.d] what a relation would lose is told where the records it leads to have a field of its name', async () => {
    const unrelated: Version = {
      documents: [
        type('films', [field('who', 'Integer')]),
        type('people', [field('name', 'Text'), field('who', 'Text')]),
        type('tree', [field('above', 'Integer')]),
      ],
    }
    const relate = (of: string, to: string, column: string): Version => ({
      documents: unrelated.documents.map((each) =>
        each.name === of ? { ...each, relations: [{ kind: 'many-to-one', related: to, column }] } : each,
      ),
    })
    await change(NOTHING, unrelated)
    await workbench.pglite.exec(
      `insert into people (name, who) values ('Ada', '1'); insert into films (who) values (1), (2);
      insert into tree (above) values (null), (1), (3), (9)`,
    )
    expect(await refusal(unrelated, relate('films', 'people', 'who'))).toMatchObject({
      meta: { losses: [{ rows: 1 }] },
    })
    expect(await refusal(unrelated, relate('tree', 'tree', 'above'))).toMatchObject({ meta: { losses: [{ rows: 1 }] } })
    await change(unrelated, relate('tree', 'tree', 'above'), true)
    expect(await column('tree', 'above')).toEqual([null, '1', '3', null])
  })

  it('[M1.c] what a delete does can be changed without touching the values', async () => {
    const [before, after] = [related('people'), related('people', { onDelete: 'cascade' })]
    await change(NOTHING, before)
    await fill('people', 'name', ['Ada'])
    await fill('films', 'who', [1])
    expect(await change(before, after)).toEqual(['change the foreign key of films.who'])
    await workbench.pglite.query('delete from people')
    expect(await column('films', 'who')).toEqual([])
  })

  it('[M1.d] a relation that leads to another media type loses its values', async () => {
    const [before, after] = [related('people'), related('places')]
    await change(NOTHING, before)
    await fill('people', 'name', ['Ada'])
    await fill('films', 'who', [1])
    expect(await refusal(before, after)).toMatchObject({ meta: { losses: [{ rows: 1 }] } })
    await change(before, after, true)
    expect(await column('films', 'who')).toEqual([null])
  })

  it('[M1.c] a one-to-one relation is unique', async () => {
    const [before, after] = [related('people'), related('people', { kind: 'one-to-one' })]
    await change(NOTHING, before)
    await fill('people', 'name', ['Ada'])
    await fill('films', 'who', [1, 1])
    expect(await refusal(before, after)).toMatchObject({ code: 'VALIDATION' })
    await workbench.pglite.query('delete from films where id = 1')
    await change(before, after)
    await expect(fill('films', 'who', [1])).rejects.toThrow('films_who_key')
  })

  it('[M1.c] media types that refer to each other come and go together', async () => {
    const refers = (name: string, to: string) =>
      type(name, [field('other', 'Related')], { relations: [{ kind: 'many-to-one', related: to, column: 'other' }] })
    const both: Version = { documents: [refers('a', 'b'), refers('b', 'a'), refers('c', 'c')] }
    await change(NOTHING, both)
    await workbench.pglite.exec(
      'insert into a default values; insert into b (other) values (1); update a set other = 1',
    )
    expect(await refusal(both, NOTHING)).toMatchObject({ meta: { losses: [{ rows: 1 }, { rows: 1 }] } })
    await change(both, NOTHING, true)
    const { rows } = await workbench.pglite.query("select 1 from pg_class where relnamespace = 'work'::regnamespace")
    expect(rows).toEqual([])
  })

  it('[M1.d] joined records go with their relation only when that is confirmed', async () => {
    const joined = (ordered: boolean, known: boolean): Version => ({
      documents: [
        type('films', known ? [field('cast', 'Related')] : [], {
          relations: known
            ? [
                {
                  kind: 'many-to-many',
                  related: 'people',
                  field: 'cast',
                  linkTable: 'films_cast',
                  linkColumn: 'film',
                  linkRelatedColumn: 'person',
                  ...(ordered ? { orderColumn: 'place' } : {}),
                },
              ]
            : [],
        }),
        people,
      ],
    })
    await change(NOTHING, joined(false, true))
    await fill('people', 'name', ['Ada'])
    await workbench.pglite.exec('insert into films default values; insert into films_cast values (1, 1)')
    expect(await change(joined(false, true), joined(true, true))).toEqual(['add column films.cast.place (integer)'])
    expect(await refusal(joined(true, true), joined(true, false))).toMatchObject({
      meta: { losses: [{ rows: 1, description: 'the related records of films.cast' }] },
    })
    await change(joined(true, true), joined(true, false), true)
    await expect(workbench.pglite.query('select 1 from films_cast')).rejects.toThrow('does not exist')
  })
})
