import type { Database } from '../db/database.ts'
import type { Column, DatabaseSchema, Table } from './database-schema.ts'

const list = (select: string): string => `(select coalesce(json_agg(x), '[]') from (${select}) x)`

/** Columns of the relation `c` by their numbers in `keys`, in that order. */
const names = (keys: string): string =>
  `(select coalesce(json_agg(k.attname order by u.ord), '[]') from unnest(${keys}) with ordinality u(num, ord)
    join pg_attribute k on k.attrelid = c.oid and k.attnum = u.num)`

/** A column's type without its domains, and of an array without the array. */
const TYPE = `(
  with recursive bare(oid, modifier, checks, not_null) as (
    select a.atttypid, a.atttypmod, '[]'::jsonb, false
    union all
    select t.typbasetype, case when t.typtypmod = -1 then bare.modifier else t.typtypmod end,
      bare.checks || (select coalesce(jsonb_agg(pg_get_expr(d.conbin, 0)), '[]') from pg_constraint d
        where d.contypid = t.oid and d.contype = 'c'),
      bare.not_null or t.typnotnull
    from bare join pg_type t on t.oid = bare.oid where t.typtype = 'd'
  )
  select json_build_object(
    'name', e.typname, 'schema', en.nspname, 'array', t.oid <> e.oid, 'modifier', bare.modifier,
    'kind', case e.typtype when 'b' then 'base' when 'e' then 'enum' when 'c' then 'composite'
      when 'r' then 'range' when 'm' then 'range' else 'other' end,
    'values', (select coalesce(json_agg(v.enumlabel order by v.enumsortorder), '[]') from pg_enum v where v.enumtypid = e.oid),
    'checks', bare.checks,
    'notNull', bare.not_null)
  from bare join pg_type t on t.oid = bare.oid and t.typtype <> 'd'
  join pg_type e on e.oid = case when t.typcategory = 'A' and t.typelem <> 0 then t.typelem else t.oid end
  join pg_namespace en on en.oid = e.typnamespace)`

const COLUMNS = list(`
  select a.attname as name, a.attnotnull as "notNull", pg_get_expr(f.adbin, f.adrelid) as "default",
    case a.attidentity when 'a' then 'always' when 'd' then 'default' end as identity,
    a.attgenerated <> '' as generated, col_description(c.oid, a.attnum) as comment,
    format_type(a.atttypid, a.atttypmod) as declared, ${TYPE} as type
  from pg_attribute a left join pg_attrdef f on f.adrelid = c.oid and f.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum`)

const UNIQUES = `(
  select coalesce(json_agg(${names('i.indkey[0:i.indnkeyatts - 1]')} order by i.indisprimary desc, i.indexrelid), '[]')
  from pg_index i where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null)`

const PRIMARY_KEY = `(select ${names('p.conkey')} from pg_constraint p where p.conrelid = c.oid and p.contype = 'p')`

// a key to a partitioned table has one more for each partition
const FOREIGN_KEYS = list(`
  select f.conname as name, ${names('f.conkey')} as columns, tn.nspname as "toSchema", t.relname as "toTable",
    (select json_agg(k.attname order by u.ord) from unnest(f.confkey) with ordinality u(num, ord)
      join pg_attribute k on k.attrelid = t.oid and k.attnum = u.num) as "toColumns",
    case f.confdeltype when 'r' then 'restrict' when 'c' then 'cascade' when 'n' then 'set null'
      when 'd' then 'set default' else 'no action' end as "onDelete"
  from pg_constraint f join pg_class t on t.oid = f.confrelid join pg_namespace tn on tn.oid = t.relnamespace
  where f.conrelid = c.oid and f.contype = 'f'
    and not exists (select from pg_constraint o where o.oid = f.conparentid and o.conrelid = f.conrelid)
  order by f.conname`)

const CHECKS = list(`
  select k.attname as column, pg_get_expr(h.conbin, h.conrelid) as expression
  from pg_constraint h join pg_attribute k on k.attrelid = c.oid and k.attnum = h.conkey[1]
  where h.conrelid = c.oid and h.contype = 'c' and cardinality(h.conkey) = 1 order by h.conname`)

const HEIRS = `(select coalesce(json_agg(hn.nspname || '.' || h.relname order by 1), '[]') from pg_inherits i
  join pg_class h on h.oid = i.inhrelid join pg_namespace hn on hn.oid = h.relnamespace
  where i.inhparent = c.oid and c.relkind in ('r', 'f'))`

const may = (right: string): string => `has_table_privilege(c.oid, '${right}')`

const SCHEMA = `select ${list(`
  select n.nspname as schema, c.relname as name, c.relkind as kind, c.relispartition as partition, ${HEIRS} as heirs,
    exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') as extension,
    json_build_object('read', ${may('select')}, 'add', ${may('insert')}, 'change', ${may('update')}, 'remove', ${may('delete')}) as may,
    obj_description(c.oid, 'pg_class') as comment,
    ${COLUMNS} as columns, ${UNIQUES} as uniques, ${PRIMARY_KEY} as "primaryKey", ${FOREIGN_KEYS} as "foreignKeys", ${CHECKS} as checks
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname = any($1::text[])
  order by array_position($1::text[], n.nspname::text), c.relname`)}::text`

/** Reads what Postgres knows of the tables and views of some schemas; names are as they were written there. */
export async function readSchema(
  database: Pick<Database, 'transaction'>,
  schemas: readonly string[],
): Promise<DatabaseSchema> {
  return database.transaction(async (tx) => {
    const [current] = await tx.read({ text: 'select current_schema()', values: [] })
    // types are then named with their schema, whatever path a later session has
    await tx.read({ text: `select set_config('search_path', '', true)`, values: [] })
    const [tables] = await tx.read({ text: SCHEMA, values: [schemas] })
    return {
      current: current?.[0] ?? 'public',
      tables: (JSON.parse(tables?.[0] ?? '[]') as readonly RawTable[]).map(tableOf),
    }
  })
}

type RawColumn = Column & { readonly type: { readonly notNull: boolean } }
type RawTable = Omit<Table, 'columns'> & { readonly columns: readonly RawColumn[] }

/** A column of a domain that takes no null takes none either. */
function tableOf(table: RawTable): Table {
  const columns = table.columns.map((column) => ({ ...column, notNull: column.notNull || column.type.notNull }))
  return { ...table, columns }
}

/** The schemas there are, but for Postgres' own. */
export async function schemaNames(database: Pick<Database, 'read'>): Promise<readonly string[]> {
  const text = `select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`
  const rows = await database.read({ text, values: [] })
  return rows.map(([name]) => name as string)
}

/** Schemas with tables or views, but for Postgres' own and those of extensions. */
export async function schemasWithTables(database: Pick<Database, 'read'>): Promise<readonly string[]> {
  const text = `select distinct n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`
  const rows = await database.read({ text, values: [] })
  return rows.map(([name]) => name as string)
}
