import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MediaTypeDocument } from '../catalog/document.ts'
import { documentOf } from '../cli/schema/document-of.ts'
import { readMetadata } from '../cli/schema/metadata.ts'
import type { Database } from '../db/database.ts'
import { type Introspection, introspect } from './introspect.ts'
import { reportOf, reportText } from './report.ts'
import { openForeignDatabase } from './test-open.ts'

const TABLES = [
  'create schema odd',
  'create table odd.asset (id serial primary key, name text)',
  'create table odd.video (codec text) inherits (odd.asset)',
  `insert into odd.asset (name) values ('own')`,
  `insert into odd.video (name) values ('inherited')`,
  'create table odd.list (id serial primary key)',
  'create table odd.longlist (id integer) inherits (odd.list)',
  'insert into odd.list values (1)',
  'insert into odd.longlist values (1)',
  'create table odd.reel (id serial primary key, name text)',
  `create table odd.asset_reel (asset integer not null references odd.reel, reel integer not null references odd.reel,
    "Sort Order" integer, primary key (asset, reel))`,
  'create table odd."Mitarbeiter (extern)" (id serial primary key, "Name, Vorname" text, "100%" integer, "🎥" text, "Web Site" text)',
  'create table odd.zug (id serial primary key, name text)',
  `comment on table odd.zug is 'Güterzug'`,
  'create table odd.optional (number integer unique)',
  'create table odd."two\nlines\u001b[2J\u009b" (name text)',
]

let database: Database
let found: Introspection
beforeAll(async () => {
  database = await openForeignDatabase()
  for (const statement of TABLES) await sql.raw(statement).execute(database.kysely)
  const current = documentOf(await database.transaction(readMetadata))
  found = await introspect(database, current, {
    selection: { schemas: ['odd'], tables: [], exclude: [] },
    withPages: true,
  })
})
afterAll(() => database.close())

const typeOf = (name: string) =>
  found.mediaTypes.find(({ document }) => document.name === name)?.document as MediaTypeDocument
const notesOn = (subject: string) =>
  found.notes.filter((note) => note.subject === subject).map(({ kind, text }) => `${kind}: ${text}`)

describe('[M3] introspection of tables that inherit', () => {
  it('[X55.b] shows the parent with all rows and lets none be changed there, since its key does not hold for them', () => {
    const readOnly = { blockCreate: true, blockWrite: true, blockDelete: true }
    expect(typeOf('asset')).toMatchObject(readOnly)
    expect(notesOn('odd.asset')).toEqual([
      'limited: read-only: it shows the rows of odd.video too, whose ids nothing keeps apart from its own',
    ])
    expect(typeOf('video')).toBeUndefined()
    expect(notesOn('odd.video')).toEqual([expect.stringMatching(/^left out: it has no primary key/)])
  })

  it('[X55.b] leaves out a parent whose rows share ids with those of its heirs', () => {
    expect(typeOf('list')).toBeUndefined()
    expect(notesOn('odd.list')).toEqual([
      'left out: its rows and those of odd.longlist, which inherit from it, have values of id in common',
    ])
  })
})

describe('[M3] introspection of names that programs do not make', () => {
  it('keeps a relation whose order has a name that it cannot', () => {
    expect(typeOf('reel').relations).toEqual([
      {
        kind: 'many-to-many',
        related: 'reel',
        field: 'reels',
        linkTable: 'odd.asset_reel',
        linkColumn: 'asset',
        linkRelatedColumn: 'reel',
      },
    ])
    expect(notesOn('odd.asset_reel')).toEqual([
      'limited: its order is not kept: the name of its column Sort Order cannot be one of a relation',
    ])
  })

  it('calls tables and columns as people wrote them', () => {
    const { label, labelPlural, fields } = typeOf('mitarbeiter_extern')
    expect([label, labelPlural]).toEqual(['Mitarbeiter (extern)', 'Mitarbeiter (extern)'])
    expect(fields.map((field) => field.label)).toEqual(['Name, Vorname', '100%', '🎥', 'Web site'])
    expect(typeOf('zug')).toMatchObject({ label: 'Güterzug', labelPlural: 'Güterzug' })
  })

  it('tells names with control characters in one line', () => {
    const text = reportText(reportOf(found))
    expect(text).toContain('  odd.two\\nlines\\u001b[2J\\u009b: it has no primary key')
    expect(text).not.toContain('\u001b')
  })

  it('says why a unique column is no key', () => {
    expect(notesOn('odd.optional')).toEqual([
      'left out: it has no primary key, and no other column of whole numbers that is unique and never null',
    ])
  })
})
