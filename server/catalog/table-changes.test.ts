import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../auth/test-service.ts'
import type { Database } from '../db/database.ts'
import { AppError, type Problem } from '../errors.ts'
import { applyTableChanges } from './apply-table-changes.ts'
import type { FieldDocument, MediaTypeDocument } from './document.ts'
import { tableChanges } from './table-changes.ts'
import { catalogOf, type Identities } from './test-metadata.ts'

let pglite: PGlite
let database: Database

beforeAll(async () => {
  pglite = await PGlite.create()
  database = await openTestDatabase(pglite)
})
afterAll(() => database.close())
beforeEach(() => pglite.exec('drop schema if exists work cascade; create schema work; set search_path = work, public'))

type Documents = readonly MediaTypeDocument[]
interface Version {
  readonly documents: Documents
  readonly identities?: Identities
}

const field = (name: string, type: string, more: Partial<FieldDocument> = {}): FieldDocument => ({
  name,
  label: name,
  type,
  ...more,
})

const type = (
  name: string,
  fields: readonly FieldDocument[],
  more: Partial<MediaTypeDocument> = {},
): MediaTypeDocument => ({ name, label: name, labelPlural: name, fields, ...more })

const films = (...fields: readonly FieldDocument[]): Version => ({ documents: [type('films', fields)] })

async function change(before: Version, after: Version, lossConfirmed = false): Promise<readonly string[]> {
  const changes = tableChanges(
    catalogOf(before.documents, before.identities),
    catalogOf(after.documents, after.identities),
  )
  await database.transaction((tx) => applyTableChanges(tx, changes, { lossConfirmed }))
  return changes.map(({ summary }) => summary)
}

const NOTHING: Version = { documents: [] }

/** What a change is refused for. */
async function refusal(before: Version, after: Version, lossConfirmed = false): Promise<Problem> {
  const error = await change(before, after, lossConfirmed).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError)) throw new Error('the change was not refused', { cause: error })
  return error.problems[0] as Problem
}

async function fill(table: string, column: string, values: readonly unknown[]): Promise<void> {
  for (const value of values)
    await sql`insert into ${sql.table(table)} (${sql.ref(column)}) values (${value})`.execute(database.kysely)
}

async function column(table: string, name: string): Promise<readonly unknown[]> {
  const { rows } = await pglite.query<{ value: unknown }>(`select ${name}::text as value from ${table} order by id`)
  return rows.map(({ value }) => value)
}

describe('conversion', () => {
  /** Values as they are written, and as they are after: null where they are lost. */
  const cases: readonly [string, string, readonly (readonly [string, string | null])[]][] = [
    [
      'Text',
      'Integer',
      [
        ['7', '7'],
        [' -12 ', '-12'],
        ['1.5', null],
        ['9007199254740992', null],
        ['x', null],
      ],
    ],
    [
      'Text',
      'Decimal',
      [
        ['1.50', '1.50'],
        ['+3', '3'],
        ['1e3', null],
        ['1,5', null],
      ],
    ],
    [
      'Text',
      'Boolean',
      [
        ['True', 'true'],
        ['0', 'false'],
        ['yes', null],
      ],
    ],
    [
      'Text',
      'Date',
      [
        ['2024-02-29', '2024-02-29'],
        ['2023-02-29', null],
        ['0000-01-01', null],
        ['2024-13-01', null],
      ],
    ],
    [
      'Text',
      'DateTime',
      [
        ['2024-02-29T10:00:00+02:00', '2024-02-29 08:00:00+00'],
        ['2024-02-29', '2024-02-29 00:00:00+00'],
        ['2024-02-30T10:00Z', null],
        ['2024-02-29 10:00', null],
      ],
    ],
    [
      'Text',
      'Time',
      [
        ['23:59', '23:59:00'],
        ['24:00', null],
      ],
    ],
    ['Text', 'JSON', [['a "b"', '"a \\"b\\""']]],
    ['Text', 'Range', [['1..2', null]]],
    ['Integer', 'Text', [['12', '12']]],
    ['Integer', 'Money', [['12', '12']]],
    [
      'Integer',
      'Boolean',
      [
        ['1', 'true'],
        ['0', 'false'],
        ['2', null],
      ],
    ],
    [
      'Decimal',
      'Integer',
      [
        ['3.0', '3'],
        ['3.5', null],
        ['1e300', null],
      ],
    ],
    ['Boolean', 'Integer', [['true', '1']]],
    ['Date', 'DateTime', [['2024-02-29', '2024-02-29 00:00:00+00']]],
    [
      'DateTime',
      'Date',
      [
        ['2024-02-29T00:00:00Z', '2024-02-29'],
        ['2024-02-29T00:00:01Z', null],
      ],
    ],
    ['DateTime', 'Text', [['2024-02-29T10:00:00Z', '2024-02-29T10:00:00Z']]],
    ['Date', 'Time', [['2024-02-29', null]]],
    [
      'JSON',
      'Text',
      [
        ['"a"', 'a'],
        ['{"a": 1}', '{"a": 1}'],
      ],
    ],
    ['Secret', 'Text', [['hush', null]]],
  ]

  it.each(cases)(
    '[M1.d] of %s to %s keeps what has a counterpart and asks about the rest',
    async (from, to, values) => {
      const [before, after] = [films(field('v', from, { indexed: true })), films(field('v', to, { indexed: true }))]
      await change(NOTHING, before)
      await fill(
        'films',
        'v',
        values.map(([value]) => value),
      )
      const lost = values.filter(([, value]) => value === null).length
      if (lost > 0) {
        expect(await refusal(before, after)).toMatchObject({
          code: 'CONFIRMATION_REQUIRED',
          meta: { losses: [{ rows: lost }] },
        })
        expect(await column('films', 'v::text is not null')).toEqual(values.map(() => 'true'))
      }
      await change(before, after, lost > 0)
      expect(await column('films', 'v')).toEqual(values.map(([, value]) => value))
    },
  )

  const choices = (...values: readonly string[]) => ({ enumValues: values.map((value) => ({ value, label: value })) })

  it('[M1.d] a choice that is taken away while records hold it needs a confirmation', async () => {
    const [before, after] = [films(field('v', 'Enum', choices('a', 'b'))), films(field('v', 'Enum', choices('b', 'c')))]
    await change(NOTHING, before)
    await fill('films', 'v', ['a', 'b', null])
    expect(await refusal(before, after)).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      detail: expect.stringContaining('values of films.v that are no longer allowed (1)'),
    })
    await change(before, after, true)
    expect(await column('films', 'v')).toEqual([null, 'b', null])
  })

  it('[M1.d] of several choices those that are left stay; of a required one the default takes the place', async () => {
    const before = films(field('v', 'MultiEnum', choices('a', 'b')))
    const after = films(field('v', 'MultiEnum', choices('b')))
    await change(NOTHING, before)
    await fill('films', 'v', [['a', 'b'], ['a']])
    expect(await refusal(before, after)).toMatchObject({ meta: { losses: [{ rows: 2 }] } })
    await change(before, after, true)
    expect(await column('films', 'v')).toEqual(['{b}', null])
    const required = films(field('v', 'MultiEnum', { ...choices('b'), required: true, defaultValue: ['b'] }))
    await change(after, required)
    expect(await column('films', 'v')).toEqual(['{b}', '{b}'])
  })

  it('[M1.d] a text becomes a choice where it is one', async () => {
    const [before, after] = [films(field('v', 'Text')), films(field('v', 'Enum', choices("it's", '\\')))]
    await change(NOTHING, before)
    await fill('films', 'v', ["it's", '\\', 'else'])
    await change(before, after, true)
    expect(await column('films', 'v')).toEqual(["it's", '\\', null])
  })
})

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
    await expect(pglite.query('insert into films default values')).rejects.toThrow('null value')
  })

  it('[M1.c] a new field that is required needs a default where there are records', async () => {
    const before = films()
    await change(NOTHING, before)
    await pglite.query('insert into films default values')
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
    await pglite.query('delete from films where id = 1')
    expect(await change(before, after)).toEqual(['change column films.v: unique'])
    await expect(fill('films', 'v', ['b'])).rejects.toThrow('films_v_key')
  })

  it('[M1.d] what holds nothing goes without a question', async () => {
    const before = films(field('v', 'Text'))
    await change(NOTHING, before)
    await fill('films', 'v', ['', null])
    expect(await change(before, films())).toEqual(['drop column films.v'])
    await pglite.query('delete from films')
    expect(await change(films(), NOTHING)).toEqual(['drop media type films'])
  })

  it('[M1.d] what holds something goes only when that is confirmed, and nothing else happens until then', async () => {
    const before = films(field('v', 'Text'))
    await change(NOTHING, before)
    await fill('films', 'v', ['a', 'b'])
    const after = films(field('w', 'Text'))
    expect(await refusal(before, after)).toEqual({
      code: 'CONFIRMATION_REQUIRED',
      detail: 'This would lose data: the values of films.v (2). Confirm that it may be lost.',
      meta: { losses: [{ change: 'drop column films.v', description: 'the values of films.v', rows: 2 }] },
    })
    expect(await column('films', 'v')).toEqual(['a', 'b'])
    expect(await refusal(before, NOTHING)).toMatchObject({ meta: { losses: [{ rows: 2 }] } })
    await change(before, after, true)
    expect(await column('films', 'w')).toEqual([null, null])
  })

  it('[M1.c] a name that the database has given already is refused', async () => {
    await pglite.query('create table films (x int)')
    expect(await refusal(NOTHING, films())).toMatchObject({
      code: 'VALIDATION',
      detail: expect.stringContaining('films'),
    })
  })

  it('[M1.d] a column that something else depends on stays, and says so', async () => {
    const before = films(field('v', 'Text'))
    await change(NOTHING, before)
    await pglite.query('create view of_films as select v from films')
    expect(await refusal(before, films())).toMatchObject({
      code: 'VALIDATION',
      detail: 'cannot drop column films.v: other objects of the database depend on it',
    })
  })
})

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
    await expect(pglite.query('delete from people')).rejects.toThrow('films_who_fkey')
  })

  it('[M1.c] what a delete does can be changed without touching the values', async () => {
    const [before, after] = [related('people'), related('people', { onDelete: 'cascade' })]
    await change(NOTHING, before)
    await fill('people', 'name', ['Ada'])
    await fill('films', 'who', [1])
    expect(await change(before, after)).toEqual(['change the foreign key of films.who'])
    await pglite.query('delete from people')
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
    await pglite.query('delete from films where id = 1')
    await change(before, after)
    await expect(fill('films', 'who', [1])).rejects.toThrow('films_who_key')
  })

  it('[M1.c] media types that refer to each other come and go together', async () => {
    const refers = (name: string, to: string) =>
      type(name, [field('other', 'Related')], { relations: [{ kind: 'many-to-one', related: to, column: 'other' }] })
    const both: Version = { documents: [refers('a', 'b'), refers('b', 'a'), refers('c', 'c')] }
    await change(NOTHING, both)
    await pglite.exec('insert into a default values; insert into b (other) values (1); update a set other = 1')
    expect(await refusal(both, NOTHING)).toMatchObject({ meta: { losses: [{ rows: 1 }, { rows: 1 }] } })
    await change(both, NOTHING, true)
    const { rows } = await pglite.query("select 1 from pg_class where relnamespace = 'work'::regnamespace")
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
    await pglite.exec('insert into films default values; insert into films_cast values (1, 1)')
    expect(await change(joined(false, true), joined(true, true))).toEqual(['add column films.cast.place (integer)'])
    expect(await refusal(joined(true, true), joined(true, false))).toMatchObject({
      meta: { losses: [{ rows: 1, description: 'the related records of films.cast' }] },
    })
    await change(joined(true, true), joined(true, false), true)
    await expect(pglite.query('select 1 from films_cast')).rejects.toThrow('does not exist')
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
    await pglite.exec("insert into cats (one, two) values ('1', '2'); insert into dogs (x) values ('3')")
    await change(before, after)
    expect(await column('dogs', 'two')).toEqual(['1'])
    expect(await column('dogs', 'one')).toEqual(['2'])
    expect(await column('cats', 'x')).toEqual(['3'])
    await expect(pglite.exec("insert into dogs (one) values ('2')")).rejects.toThrow('dogs_one_key')
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
