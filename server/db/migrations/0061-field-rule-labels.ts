import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0061-field-rule-labels'

const HELP =
  'Where the right is on a media type, its name; where it is on a switch, its key; where it is on a field, field:<media type>.<field>.'

/** What stands for a switch in permissions stands for a field's rule as well; labels given by hand are left. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`update adm_fields set version = version + 1, enum_values = (
      select jsonb_agg(case when each ->> 'label' = 'Switch' then each || '{"label": "Switch or field"}' else each end
        order by place)
      from jsonb_array_elements(enum_values) with ordinality as value (each, place))
    where mediatype = 'permissions' and name = 'object_type' and jsonb_typeof(enum_values) = 'array'`.execute(db)
  await sql`update adm_fields set version = version + 1, label = 'Media type, switch or field', help = ${HELP}
    where mediatype = 'permissions' and name = 'key' and label = 'Media type or switch'`.execute(db)
}
