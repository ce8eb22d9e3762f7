import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Tables as somebody else made them, with their rows. */
const SCHEMA: readonly string[] = [
  'create schema "Archive"',
  "create type mood as enum ('calm', 'Loud')",
  `create table country (
    country_id integer primary key, name varchar(50) not null, code char(5), part_of integer references country)`,
  "insert into country values (1, 'Austria', 'AT', null), (2, 'Tyrol', 'AT-7', 1), (3, 'Chile', 'CL', null)",
  `create table "Film" (
    "FilmNo" smallint primary key, "Title" varchar(200) not null, "Mood" mood, ref uuid unique,
    stars smallint not null default 0, seconds double precision, price numeric(8, 2), made timestamp, day date,
    "Added" timestamp, extra json, moods mood[], e text, o integer references country, "order" text, dateins text)`,
  `insert into "Film" values
    (1, 'Dawn', 'calm', '0b0b6f4c-0000-4000-8000-000000000001', 3, 0.1, 9.50, '2001-02-03 04:05:06', '2001-02-03',
      '1970-01-01 00:16:40', '{"b":1, "a":1.50}', '{calm,Loud}', 'x', 1, 'first', 'old'),
    (2, 'dusk', 'Loud', null, 1, 1e300, null, '2010-01-01', null, 'infinity', null, '{}', null, 2, '', null),
    (5, 'Noon', null, null, 0, null, 0, null, null, null, '{}', null, null, null, null, null)`,
  'create table tag ("tagNo" bigint primary key, label text not null)',
  "insert into tag values (10, 'long'), (20, 'short')",
  `create table "Film_Tags" (
    film smallint references "Film", tag bigint references tag, "rank" smallint, primary key (film, tag))`,
  'insert into "Film_Tags" values (1, 10, 2), (1, 20, 1), (2, 20, 1)',
  // named like the parts of our own statements
  'create table p (value integer primary key, film smallint references "Film", m text, xid integer)',
  "insert into p values (7, 1, 'seven', 3), (8, 1, 'eight', null), (9, 2, 'nine', 1)",
  'create table "Archive"."Old Film" (id integer primary key, film smallint, "note text" text)',
  `insert into "Archive"."Old Film" values (1, 2, 'torn'), (2, null, 'lost')`,
  'create table event (event_id integer, day date not null, film smallint, primary key (event_id, day)) partition by range (day)',
  "create table event_2000 partition of event for values from ('2000-01-01') to ('2010-01-01')",
  "create table event_2010 partition of event for values from ('2010-01-01') to ('2020-01-01')",
  "insert into event values (1, '2005-05-05', 1), (2, '2015-05-05', 2)",
  `create view film_total as
    select f."FilmNo" as id, f."Title" as title, count(t.tag) as tags, f."FilmNo" as film
    from "Film" f left join "Film_Tags" t on t.film = f."FilmNo" group by 1, 2`,
]

type Row = Readonly<Record<string, unknown>>

const type = (name: string, table: string, key: string, more: Row = {}): Row => {
  const foreign = { table_name: table, is_foreign: true, key_column: key, version_source: 'xmin' }
  return { name, label: name, label_plural: name, ...foreign, ...more }
}

const MEDIA_TYPES: readonly Row[] = [
  type('countries', 'public.country', 'country_id', { name_field: 'name', parent_field: 'part_of' }),
  type('films', 'Film', 'FilmNo', { name_field: 'title', inserted_column: 'Added' }),
  type('tags', 'tag', 'tagNo', { name_field: 'label' }),
  type('p', 'public.p', 'value', { is_link: true }),
  type('old_films', 'Archive.Old Film', 'id'),
  type('events', 'event', 'event_id', { inserted_column: 'day' }),
  type('totals', 'film_total', 'id', { version_source: 'row', block_write: true }),
]

const field = (
  mediatype: string,
  name: string,
  kind: string,
  column: string | null = name,
  columnType?: string,
): Row => {
  return { mediatype, name, label: name, type: kind, column_name: column, column_type: columnType ?? null }
}

const FIELDS: readonly Row[] = [
  field('countries', 'name', 'Text'),
  field('countries', 'code', 'Text', 'code', 'character(5)'),
  field('countries', 'part_of', 'Related'),
  field('films', 'title', 'Text', 'Title'),
  { ...field('films', 'mood', 'Enum', 'Mood', 'mood'), enum_values: choices('calm', 'Loud') },
  field('films', 'ref', 'Text', 'ref', 'uuid'),
  field('films', 'stars', 'Integer'),
  field('films', 'seconds', 'Decimal'),
  field('films', 'price', 'Money'),
  field('films', 'made', 'DateTime', 'made', 'timestamp without time zone'),
  field('films', 'day', 'Date'),
  field('films', 'extra', 'JSON', 'extra', 'json'),
  { ...field('films', 'moods', 'MultiEnum', 'moods', 'mood[]'), enum_values: choices('calm', 'Loud') },
  field('films', 'e', 'Text'),
  field('films', 'o', 'Related'),
  field('films', 'order_text', 'Text', 'order'),
  field('films', 'dateins_2', 'Text', 'dateins'),
  field('films', 'tags', 'Related', null),
  field('tags', 'label', 'Text'),
  field('p', 'film', 'Related'),
  field('p', 'm', 'Text'),
  field('p', 'xid', 'Related'),
  field('old_films', 'film', 'Related'),
  field('old_films', 'note_text', 'Text', 'note text'),
  field('events', 'day', 'Date'),
  field('events', 'film', 'Related'),
  field('totals', 'title', 'Text'),
  field('totals', 'tags', 'Integer'),
  field('totals', 'film', 'Related'),
]

const toOne = (mediatype: string, column: string, related: string): Row => {
  return { mediatype, related_mediatype: related, kind: 'many-to-one', column_name: column }
}

const RELATEDS: readonly Row[] = [
  toOne('countries', 'part_of', 'countries'),
  toOne('films', 'o', 'countries'),
  toOne('p', 'film', 'films'),
  toOne('p', 'xid', 'countries'),
  toOne('old_films', 'film', 'films'),
  toOne('events', 'film', 'films'),
  toOne('totals', 'film', 'films'),
  {
    mediatype: 'films',
    related_mediatype: 'tags',
    kind: 'many-to-many',
    field: 'tags',
    link_table: 'public.Film_Tags',
    link_column: 'film',
    link_related_column: 'tag',
    order_column: 'rank',
  },
  {
    mediatype: 'films',
    related_mediatype: 'countries',
    kind: 'link-object',
    link_table: 'public.p',
    link_mediatype: 'p',
    link_column: 'film',
    link_related_column: 'xid',
  },
]

function choices(...values: readonly string[]): string {
  return JSON.stringify(values.map((value) => ({ value, label: value })))
}

/** Puts tables that were not made for Marquee into a database, and metadata of them. */
export async function prepareForeignCatalogue(database: Database): Promise<void> {
  await database.transaction(async ({ kysely }) => {
    const insert = async (table: string, rows: readonly Row[]): Promise<void> => {
      for (const row of rows) {
        const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
        await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(kysely)
      }
    }
    for (const statement of SCHEMA) await sql.raw(statement).execute(kysely)
    await insert('adm_mediatypes', MEDIA_TYPES)
    await insert('adm_fields', FIELDS)
    await insert('adm_relateds', RELATEDS)
  })
}
