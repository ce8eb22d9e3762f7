import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { Renames } from './renames.ts'

/** Permissions on fields follow what is renamed: the media type, whose new name the fields are known by, and the field. */
export async function followFields({ kysely }: Transaction, { types, fields }: Renames): Promise<void> {
  for (const [name, old] of types) {
    const prefix = `field:${old}.`
    await sql`update permissions set key = ${`field:${name}.`} || substr(key, ${prefix.length + 1}), version = version + 1
      where object_type = 3 and starts_with(key, ${prefix})`.execute(kysely)
  }
  for (const [type, renamed] of fields) {
    for (const [name, old] of renamed) {
      await sql`update permissions set key = ${`field:${type}.${name}`}, version = version + 1
        where object_type = 3 and key = ${`field:${type}.${old}`}`.execute(kysely)
    }
  }
}

/** Those on fields that are gone go. */
export async function removeFieldRights({ kysely }: Transaction): Promise<void> {
  await sql`delete from permissions p where p.object_type = 3 and starts_with(p.key, 'field:')
    and not exists (select from adm_fields f where 'field:' || f.mediatype || '.' || f.name = p.key)`.execute(kysely)
}
