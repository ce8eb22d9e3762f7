import type { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { openPglite } from '../db/pglite.ts'
import { migratedPglite } from '../db/test-pglite.ts'
import { AppError } from '../errors.ts'
import { applyTableChanges } from './apply-table-changes.ts'
import type { Catalog } from './catalog.ts'
import type { FieldDocument, MediaTypeDocument, RelationDocument } from './document.ts'
import { tableChanges } from './table-changes.ts'
import { catalogOf, type Identities } from './test-metadata.ts'

let pglite: PGlite
let database: Database

beforeAll(async () => {
  pglite = await migratedPglite()
  database = await openPglite(pglite)
})
afterAll(() => database.close())

interface FieldState {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly unique: boolean
  readonly indexed: boolean
  readonly target: number
  readonly kind: 'many-to-one' | 'one-to-one' | 'many-to-many'
  readonly onDelete: 'restrict' | 'set-null' | 'cascade'
  readonly ordered: boolean
  readonly choices: number
}

interface TypeState {
  readonly id: number
  readonly name: string
  readonly named: boolean
  readonly fields: readonly FieldState[]
}

type State = readonly TypeState[]

const DEFAULTS: Readonly<Record<string, unknown>> = {
  Text: 'a',
  Integer: 1,
  Decimal: 1.5,
  Boolean: true,
  Date: '2020-01-31',
  DateTime: '2020-01-31T10:00:00Z',
  Time: '10:00:00',
  Enum: '1',
  MultiEnum: ['1'],
  JSON: { a: 1 },
  Range: { from: 1, to: null },
  Secret: 'hush',
}
const TYPES = [...Object.keys(DEFAULTS), 'Related']

/** The documents of a state; relations whose media type is gone are plain numbers. */
function documents(state: State): { documents: readonly MediaTypeDocument[]; identities: Identities } {
  const identities: Record<string, number> = {}
  const made = state.map((type): MediaTypeDocument => {
    identities[type.name] = type.id
    const relations: RelationDocument[] = []
    const fields = type.fields.map((field): FieldDocument => {
      identities[`${type.name}.${field.name}`] = field.id
      const target = field.type === 'Related' ? state.find(({ id }) => id === field.target) : undefined
      const toMany = field.kind === 'many-to-many'
      const common = { name: field.name, label: field.name }
      if (field.type === 'Related') {
        if (target === undefined) return { ...common, type: 'Integer', indexed: field.indexed }
        relations.push(
          toMany
            ? {
                kind: 'many-to-many',
                related: target.name,
                field: field.name,
                linkTable: `joins_${field.id}`,
                linkColumn: `own_${type.name}`,
                linkRelatedColumn: `other_${target.name}`,
                ...(field.ordered ? { orderColumn: 'place' } : {}),
              }
            : { kind: field.kind, related: target.name, column: field.name, onDelete: field.onDelete },
        )
        return { ...common, type: 'Related' }
      }
      const choices = Array.from({ length: field.choices }, (_, index) => ({ value: `${index + 1}`, label: '' }))
      return {
        ...common,
        type: field.type,
        required: field.required,
        unique: field.unique && !['JSON', 'Range', 'MultiEnum'].includes(field.type),
        indexed: field.indexed,
        defaultValue: DEFAULTS[field.type],
        ...(field.type.endsWith('Enum') ? { enumValues: choices } : {}),
      }
    })
    const nameField = type.named ? type.fields.find((field) => field.type === 'Text')?.name : undefined
    return {
      name: type.name,
      label: type.name,
      labelPlural: type.name,
      fields,
      relations,
      ...(nameField === undefined ? {} : { nameField }),
    }
  })
  return { documents: made, identities }
}

const catalog = (state: State): Catalog => {
  const { documents: all, identities } = documents(state)
  return catalogOf(all, identities)
}

const NAMES = ['ant', 'bee', 'cat', `d${'x'.repeat(60)}`]
const FIELD_NAMES = ['one', 'two', 'three', `f${'y'.repeat(61)}`]

const field = fc.record({
  name: fc.constantFrom(...FIELD_NAMES),
  type: fc.constantFrom(...TYPES),
  required: fc.boolean(),
  unique: fc.boolean(),
  indexed: fc.boolean(),
  target: fc.nat(3),
  kind: fc.constantFrom('many-to-one', 'one-to-one', 'many-to-many'),
  onDelete: fc.constantFrom('restrict', 'set-null', 'cascade'),
  ordered: fc.boolean(),
  choices: fc.integer({ min: 1, max: 3 }),
})

type Edit = (state: State, nextId: () => number) => State
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.constantFrom(...NAMES), fc.boolean()).map(([name, named]): Edit => {
    return (state, nextId) =>
      state.some((type) => type.name === name) ? state : [...state, { id: nextId(), name, named, fields: [] }]
  }),
  fc.nat(3).map(
    (index): Edit =>
      (state) =>
        state.filter((type) => type !== at(state, index)),
  ),
  // names are swapped where another one has the name
  fc.tuple(fc.nat(3), fc.constantFrom(...NAMES)).map(([index, name]): Edit => {
    return (state) => {
      const type = at(state, index)
      return state.map((each) =>
        each === type ? { ...each, name } : each.name === name && type ? { ...each, name: type.name } : each,
      )
    }
  }),
  ...Array.from({ length: 4 }, () =>
    fc.tuple(fc.nat(3), field).map(([index, added]): Edit => {
      return (state, nextId) => {
        const type = at(state, index)
        const target = at(state, added.target)?.id ?? 0
        return state.map((each) => {
          if (each !== type) return each
          const known = each.fields.find(({ name }) => name === added.name)
          const id = known?.id ?? nextId()
          const fields = [
            ...each.fields.filter(({ name }) => name !== added.name),
            { ...added, target, id } as FieldState,
          ]
          return { ...each, fields }
        })
      }
    }),
  ),
  fc.tuple(fc.nat(3), fc.nat(3)).map(([index, place]): Edit => {
    return (state) => {
      const type = at(state, index)
      return state.map((each) =>
        each === type ? { ...each, fields: each.fields.filter((one) => one !== at(each.fields, place)) } : each,
      )
    }
  }),
  fc.tuple(fc.nat(3), fc.nat(3), fc.constantFrom(...FIELD_NAMES)).map(([index, place, name]): Edit => {
    return (state) => {
      const type = at(state, index)
      const moved = type && at(type.fields, place)
      const fields = type?.fields.map((one) =>
        one === moved ? { ...one, name } : one.name === name && moved ? { ...one, name: moved.name } : one,
      )
      return state.map((each) => (each === type && fields ? { ...each, fields } : each))
    }
  }),
)

/** Several edits make one save. */
const saves = fc.array(fc.array(edits, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 8 })

it('[M1.c] tables changed step by step are those that are made at once', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(saves, async (all) => {
      let id = 0
      const nextId = () => ++id
      await enter('stepwise')
      let state: State = []
      for (const save of all) {
        const next = save.reduce<State>((current, edit) => edit(current, nextId), state)
        if (await applied(state, next)) state = next
        await addRecord(state)
      }
      const stepwise = await shape('stepwise')
      await enter('at_once')
      expect(await applied([], state)).toBe(true)
      expect(stepwise).toEqual(await shape('at_once'))
    }),
    { numRuns: 60 },
  )
})

async function enter(schema: string): Promise<void> {
  await pglite.exec(
    `drop schema if exists ${schema} cascade; create schema ${schema}; set search_path = ${schema}, public`,
  )
}

/** False when the records there are stood in the way. */
async function applied(before: State, after: State): Promise<boolean> {
  const changes = tableChanges(catalog(before), catalog(after))
  try {
    await database.transaction((tx) => applyTableChanges(tx, changes, { lossConfirmed: true }))
    return true
  } catch (error) {
    if (!(error instanceof AppError))
      throw new Error(
        JSON.stringify(
          changes.map((change) => change.statements),
          null,
          1,
        ),
        { cause: error },
      )
    return false
  }
}

/** A record of each media type, and one that is the same but for what must differ. */
async function addRecord(state: State): Promise<void> {
  for (const type of catalog(state).mediaTypes.values()) {
    const own = [...type.fields.values()].filter((each) => each.stored && each.relation === null)
    const names = own.map(({ column }) => `"${column}"`).join(', ')
    const values = own.map((each) => {
      const read = each.type.parseJson(each.defaultValue, each)
      return read.ok ? `'${Array.isArray(read.value) ? `{${read.value}}` : read.value}'` : 'null'
    })
    const what = own.length === 0 ? 'default values' : `(${names}) values (${values})`
    await pglite.query(`insert into "${type.table}" ${what} on conflict do nothing`)
  }
}

/** Everything the database knows of a schema's tables but the order of their columns. */
async function shape(schema: string): Promise<unknown> {
  const queries = [
    `select table_name, column_name, data_type, is_nullable, column_default, is_identity
      from information_schema.columns where table_schema = $1 order by 1, 2`,
    'select tablename, indexname, indexdef from pg_indexes where schemaname = $1 order by 1, 2',
    `select conrelid::regclass::text, conname, contype, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = $1::regnamespace and contype <> 'n' order by 1, 2`,
    `select event_object_table, trigger_name, event_manipulation from information_schema.triggers
      where trigger_schema = $1 order by 1, 2, 3`,
    'select sequencename from pg_sequences where schemaname = $1 order by 1',
  ]
  const found = []
  for (const query of queries) found.push((await pglite.query(query, [schema])).rows)
  return JSON.parse(JSON.stringify(found).replaceAll(schema, 'schema'))
}
