import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openPg } from '../db/pg.ts'
import { emptyDatabase } from '../db/test-database.ts'
import type { Field } from './catalog.ts'
import { type Conversion, conversionOf, convertedSql } from './convert-column.ts'
import { catalogOf } from './test-metadata.ts'
import { field, type } from './test-workbench.ts'

const fieldOf = (name: string): Field =>
  catalogOf([type('things', [field('held', name)])])
    .mediaTypes.get('things')
    ?.fields.get('held') as Field

it('[M1.d] digits of other scripts are no number where the database takes them for digits', async () => {
  const database = openPg(await emptyDatabase(), { connections: 1 })
  try {
    await sql`create table things (held text collate "und-x-icu")`.execute(database.kysely)
    await sql`insert into things values ('7'), ('٣'), ('２０２４-01-01'), ('１０:00'), ('1.５')`.execute(
      database.kysely,
    )
    for (const to of ['Integer', 'Decimal', 'Date', 'DateTime', 'Time']) {
      const value = convertedSql(conversionOf(fieldOf('Text'), fieldOf(to)) as Conversion, 'held')
      const rows = await database.read({ text: `select (${value})::text from things where held <> '7'`, values: [] })
      expect([to, rows.flat()]).toEqual([to, [null, null, null, null]])
    }
  } finally {
    await database.close()
  }
})
