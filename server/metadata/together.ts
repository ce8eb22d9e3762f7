import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import type { Problem } from '../errors.ts'
import type { Intent } from '../write/effects.ts'
import { written } from './values.ts'

/** Fields whose values are unique together, or but for case; the last one is told of. */
const TOGETHER: Readonly<Record<string, readonly (readonly string[])[]>> = {
  adm_fields: [['mediatype', 'name']],
  adm_page_components: [['page_key', 'component_key']],
  adm_dictionary: [['language', 'key']],
}

/** Fields among these that are the same whatever their case: language tags (RFC 5646, 2.1.1). */
const CASELESS = ['language']

const WITHOUT_CASE: Readonly<Record<string, readonly string[]>> = { users: ['username', 'email'] }

/** Finds values that another record has, where a single field's being unique does not say it. */
export async function togetherProblems(intent: Intent, tx: Transaction): Promise<readonly Problem[]> {
  const { type, id, write } = intent
  const problems: Problem[] = []
  const self = id ?? 0
  for (const names of TOGETHER[type.name] ?? []) {
    const columns = names.map((name) => written(write, name))
    const last = [...columns].reverse().find((column) => column !== undefined)
    if (last === undefined) continue
    const held = names.map((name, index) => {
      const value = columns[index]?.value
      const own = sql`(select ${sql.ref(name)} from ${sql.table(type.table)} where id = ${self})`
      const wanted = sql`${value === undefined ? own : value}`
      return CASELESS.includes(name)
        ? sql`lower(${sql.ref(name)}) = lower(${wanted})`
        : sql`${sql.ref(name)} = ${wanted}`
    })
    const found = sql`select 1 from ${sql.table(type.table)} where ${sql.join(held, sql` and `)} and id <> ${self} limit 1`
    if ((await found.execute(tx.kysely)).rows.length > 0)
      problems.push(taken(type.label, names.join(' and '), last.pointer))
  }
  for (const name of WITHOUT_CASE[type.name] ?? []) {
    const column = written(write, name)
    if (typeof column?.value !== 'string') continue
    const found = sql`select 1 from ${sql.table(type.table)}
      where lower(${sql.ref(name)}) = lower(${column.value}) and ${sql.ref(name)} <> ${column.value} and id <> ${self} limit 1`
    if ((await found.execute(tx.kysely)).rows.length > 0) problems.push(taken(type.label, name, column.pointer))
  }
  return problems
}

function taken(label: string, names: string, pointer: string): Problem {
  return { code: 'UNIQUE', pointer, detail: `Another ${label.toLowerCase()} already has this ${names}.` }
}

/** Where rows name others: field, the table and its column. */
const NAMES: Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>> = {
  adm_fields: { mediatype: ['adm_mediatypes', 'name'] },
  adm_relateds: {
    mediatype: ['adm_mediatypes', 'name'],
    related_mediatype: ['adm_mediatypes', 'name'],
    link_mediatype: ['adm_mediatypes', 'name'],
  },
  adm_pages: { mediatype: ['adm_mediatypes', 'name'] },
  adm_page_components: { page_key: ['adm_pages', 'page_key'] },
}

/** Finds names of what is not there, before the database's own keys do. */
export async function nameProblems({ type, write }: Intent, tx: Transaction): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const [name, [table, column]] of Object.entries(NAMES[type.name] ?? {})) {
    const given = written(write, name)
    if (typeof given?.value !== 'string') continue
    const found = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${given.value}`
    if ((await found.execute(tx.kysely)).rows.length > 0) continue
    const what = table === 'adm_pages' ? 'page' : 'media type'
    problems.push({
      code: 'VALIDATION',
      pointer: given.pointer,
      detail: `there is no ${what} ${JSON.stringify(given.value)}`,
    })
  }
  return problems
}
