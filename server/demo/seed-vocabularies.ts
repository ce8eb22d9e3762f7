import { sql } from 'kysely'
import { identifier } from '../catalog/catalog.ts'
import type { Transaction } from '../db/database.ts'
import { idOf, type Vocabularies } from './film-rows.ts'
import { type Advance, insertNamed, type NewRow } from './insert.ts'
import type { VocabularyRows } from './vocabulary-rows.ts'

/** A row with a name, by which it is found again. */
type NamedRow = NewRow & { readonly name: string }

/** Inserts what films refer to and is not there yet, parents before their children. */
export async function seedVocabularies(tx: Transaction, rows: VocabularyRows, advance: Advance): Promise<Vocabularies> {
  const named = async (table: string, what: string, records: readonly NamedRow[]) => {
    const known = await idsByName(tx, table)
    const missing = records.filter(({ name }) => !known.has(name))
    advance(records.length - missing.length, what)
    const added = await insertNamed(tx.kysely, table, 'name', missing, (count) => advance(count, what))
    return new Map([...known, ...added])
  }
  const tree = async (table: string, { roots, branches }: VocabularyRows['sources']) => {
    const parents = await named(table, table, roots)
    const children = branches.map(({ name, parent }) => ({ name, parent: idOf(parents, parent) }))
    return named(table, table, children)
  }
  return {
    sources: await tree('sources', rows.sources),
    distributors: await tree('distributors', rows.distributors),
    ratings: await named('ratings', 'ratings', rows.ratings),
    creativeTypes: await named('creative_types', 'creative types', rows.creativeTypes),
    genres: await named('genres', 'genres', rows.genres),
    people: await named('people', 'people', rows.people),
  }
}

async function idsByName({ kysely }: Transaction, table: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`${sql.raw(
    `select id, name from ${identifier(table)} order by id`,
  )}`.execute(kysely)
  return new Map(rows.map(({ id, name }) => [name, Number(id)]))
}
