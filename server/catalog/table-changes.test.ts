import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FieldDocument } from './document.ts'
import { tableChanges } from './table-changes.ts'
import { catalogOf } from './test-metadata.ts'
import { field, films, NOTHING, openWorkbench, type, type Version, type Workbench } from './test-workbench.ts'

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

describe('rules', () => {
  it('[M1.c] a required field takes its default where records have no value, else says how many have none', async () => {
    const before = films(field('v', 'Integer'))
    await change(NOTHING, before)
    await fill('films', 'v', [1, null, null])
    const required = films(field('v', 'Integer', { required: true }))
    expect(await refusal(before, required)).toMatchObject({
      code: 'VALIDATION',
      detail: expect.stringMatching(/^films\.v cannot be required: 2 records have no value .* default/),
    })
    await change(before, films(field('v', 'Integer', { required: true, defaultValue: 5 })))
    expect(await column('films', 'v')).toEqual(['1', '5', '5'])
    await expect(workbench.pglite.query('insert into films default values')).rejects.toThrow('null value')
  })

  it('[M1.c] a new field that is required needs a default where there are records', async () => {
    const before = films()
    await change(NOTHING, before)
    await workbench.pglite.query('insert into films default values')
    const added = (more: Partial<FieldDocument>) => films(field('v', 'Boolean', { required: true, ...more }))
    expect(await refusal(before, added({}))).toMatchObject({ code: 'VALIDATION' })
    expect(await change(before, added({ defaultValue: false }))).toEqual(['add column films.v (Boolean)'])
    expect(await column('films', 'v')).toEqual(['false'])
  })

  it('[M1.c] a field cannot become unique while records share a value', async () => {
    const [before, after] = [films(field('v', 'Text')), films(field('v', 'Text', { unique: true }))]
    await change(NOTHING, before)
    await fill('films', 'v', ['a', 'a', 'b', null, null])
    expect(await refusal(before, after)).toMatchObject({
      code: 'VALIDATION',
      detail: 'films.v cannot be unique: 1 value is held by several records each',
    })
    await workbench.pglite.query('delete from films where id = 1')
    expect(await change(before, after)).toEqual(['change column films.v: unique'])
    await expect(fill('films', 'v', ['b'])).rejects.toThrow('films_v_key')
  })

  it('[M1.d] what holds nothing goes without a question', async () => {
    const before = films(field('v', 'Text'))
    await change(NOTHING, before)
    await fill('films', 'v', ['', null])
    expect(await change(before, films())).toEqual(['drop column films.v'])
    await workbench.pglite.query('delete from films')
    expect(await change(films(), NOTHING)).toEqual(['drop media type films'])
  })

  it('[M1.d] what holds something goes only when that is confirmed, and nothing else happens until then', async () => {
    const before = films(field('v', 'Text'))
    await change(NOTHING, before)
    await fill('films', 'v', ['a', 'b'])
    const after = films(field('w', 'Text'))
    expect(await refusal(before, after)).toEqual({
      code: 'CONFIRMATION_REQUIRED',
      detail: 'This would lose data: the values of films.v (2). Say by confirmLoss=true that it may be lost.',
      meta: { losses: [{ change: 'drop column films.v', description: 'the values of films.v', rows: 2 }] },
    })
    expect(await column('films', 'v')).toEqual(['a', 'b'])
    expect(await refusal(before, NOTHING)).toMatchObject({ meta: { losses: [{ rows: 2 }] } })
    await change(before, after, true)
    expect(await column('films', 'w')).toEqual([null, null])
  })

  it('[M1.c] a name that the database has given already is refused', async () => {
    await workbench.pglite.query('create table films (x int)')
    expect(await refusal(NOTHING, films())).toMatchObject({
      code: 'VALIDATION',
      detail: expect.stringContaining('films'),
    })
  })

  it('[M1.d] a column that something else depends on stays, and says so', async () => {
    const before = films(field('v', 'Text'))
    await change(NOTHING, before)
    await workbench.pglite.query('create view of_films as select v from films')
    expect(await refusal(before, films())).toMatchObject({
      code: 'VALIDATION',
      detail: 'cannot drop column films.v: other objects of the database depend on it',
    })
  })
})

describe('renames', () => {
  it('[M1.c] names pass between media types and between fields, and their records with them', async () => {
    const version = (first: string, second: string, a: string, b: string): Version => ({
      documents: [
        type(first, [field(a, 'Text', { indexed: true }), field(b, 'Text', { unique: true })], { nameField: b }),
        type(second, [field('x', 'Text')]),
      ],
      identities: { [first]: 1, [second]: 2, [`${first}.${a}`]: 1, [`${first}.${b}`]: 2, [`${second}.x`]: 3 },
    })
    const [before, after] = [version('cats', 'dogs', 'one', 'two'), version('dogs', 'cats', 'two', 'one')]
    await change(NOTHING, before)
    await workbench.pglite.exec("insert into cats (one, two) values ('1', '2'); insert into dogs (x) values ('3')")
    await change(before, after)
    expect(await column('dogs', 'two')).toEqual(['1'])
    expect(await column('dogs', 'one')).toEqual(['2'])
    expect(await column('cats', 'x')).toEqual(['3'])
    await expect(workbench.pglite.exec("insert into dogs (one) values ('2')")).rejects.toThrow('dogs_one_key')
  })

  it('[M1] a foreign media type and a system one keep their tables whatever their metadata says', () => {
    const own = catalogOf(films(field('v', 'Text')).documents)
    const claimed = {
      ...own,
      mediaTypes: new Map([...own.mediaTypes].map(([name, t]) => [name, { ...t, foreign: true }])),
    }
    const system = {
      ...own,
      mediaTypes: new Map([...own.mediaTypes].map(([name, t]) => [name, { ...t, system: true }])),
    }
    const none = catalogOf([])
    for (const other of [claimed, system]) {
      expect(tableChanges(none, other)).toEqual([])
      expect(tableChanges(other, none)).toEqual([])
      expect(tableChanges(own, other)).toEqual([])
      expect(tableChanges(other, own)).toEqual([])
    }
  })
})
