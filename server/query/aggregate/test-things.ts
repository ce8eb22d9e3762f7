import { sql } from 'kysely'
import { defineMediaTypes } from '../../catalog/define.ts'
import type { MediaTypeDocument } from '../../catalog/document.ts'
import type { Database } from '../../db/database.ts'

/** A record of the test's media type, as the reference counts it. */
export interface Thing {
  readonly name: string
  readonly number: number | null
  readonly decimal: number | null
  readonly price: string | null
  readonly day: string | null
  readonly at: string | null
  readonly flag: boolean | null
  readonly kind: string | null
  readonly picks: readonly string[]
  readonly owner: number | null
  readonly marks: readonly number[]
}

export const OWNERS = ['Ada', 'Bo', 'Cy']
export const MARKS = ['red', 'green', 'blue', 'red']

const choices = (values: string) => values.split(' ').map((value) => ({ value, label: value.toUpperCase() }))
const field = (name: string, type: string, more: object = {}) => ({ name, label: `The ${name}`, type, ...more })

const CATALOGUE: readonly MediaTypeDocument[] = [
  {
    name: 'things',
    label: 'Thing',
    labelPlural: 'Things',
    nameField: 'name',
    fields: [
      field('name', 'Text', { required: true }),
      field('number', 'Integer'),
      field('decimal', 'Decimal'),
      field('price', 'Money', { props: { precision: 2 } }),
      field('day', 'Date'),
      field('at', 'DateTime'),
      field('flag', 'Boolean'),
      field('kind', 'Enum', { enumValues: choices('a b c') }),
      field('picks', 'MultiEnum', { enumValues: choices('x y z') }),
      field('hidden', 'Secret'),
      field('json', 'JSON'),
      field('span', 'Range'),
      field('owner', 'Related'),
      field('marks', 'Related'),
    ],
    relations: [
      { kind: 'many-to-one', related: 'owners', column: 'owner' },
      {
        kind: 'many-to-many',
        related: 'marks',
        field: 'marks',
        linkTable: 'things_marks',
        linkColumn: 'thing',
        linkRelatedColumn: 'mark',
      },
    ],
  },
  {
    name: 'owners',
    label: 'Owner',
    labelPlural: 'Owners',
    nameField: 'name',
    fields: [field('name', 'Text', { required: true }), field('marks', 'Related')],
    relations: [
      {
        kind: 'many-to-many',
        related: 'marks',
        field: 'marks',
        linkTable: 'owners_marks',
        linkColumn: 'owner',
        linkRelatedColumn: 'mark',
      },
    ],
  },
  { name: 'marks', label: 'Mark', labelPlural: 'Marks', fields: [field('name', 'Text', { required: true })] },
]

/** Fills a database with the things; ids count from 1. */
export function prepareThings(things: readonly Thing[]): (database: Database) => Promise<void> {
  return (database) =>
    database.transaction(async (tx) => {
      await defineMediaTypes(tx, CATALOGUE)
      const insert = async (table: string, row: Readonly<Record<string, unknown>>): Promise<void> => {
        const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
        await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
          tx.kysely,
        )
      }
      for (const name of OWNERS) await insert('owners', { name })
      for (const name of MARKS) await insert('marks', { name })
      for (const [index, { marks, ...thing }] of things.entries()) {
        await insert('things', { ...thing, hidden: 'secret' })
        for (const mark of marks) await insert('things_marks', { thing: index + 1, mark })
      }
    })
}
