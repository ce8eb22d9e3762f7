import pg from 'pg'

/** Everything that `pg_dump` would write of some schemas, a line each: definitions, rights, comments. */
const DEFINITIONS: readonly string[] = [
  `select format('%s %s.%s %s %s %s', c.relkind, n.nspname, c.relname, c.reloptions, c.relacl, c.relrowsecurity)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1)`,
  `select format('%s %s %s %s %s %s %s %s %s', a.attrelid::regclass, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod),
      a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attacl)
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where n.nspname = any($1)`,
  `select format('%s %s %s', o.conrelid::regclass, o.conname, pg_get_constraintdef(o.oid))
    from pg_constraint o join pg_namespace n on n.oid = o.connamespace where n.nspname = any($1)`,
  `select indexdef from pg_indexes where schemaname = any($1)`,
  `select format('%s %s', pg_get_triggerdef(t.oid), t.tgenabled) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1)`,
  `select format('%s %s', v.viewname, v.definition) from pg_views v where v.schemaname = any($1)`,
  `select format('%s %s %s', m.matviewname, m.ispopulated, m.definition) from pg_matviews m where m.schemaname = any($1)`,
  `select format('%s %s', p.proname, p.prosrc) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any($1)`,
  `select format('%s %s %s', t.typname, t.typtype, array(select e.enumlabel from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder))
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where n.nspname = any($1)`,
  `select format('%s %s', d.objoid, d.description) from pg_description d join pg_class c on c.oid = d.objoid
    join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1)`,
]

const SEQUENCES = `select format('%s %s %s', schemaname, sequencename, last_value) from pg_sequences where schemaname = any($1)`

const TABLES = `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind = 'r' order by 1`

/** What a database's schemas consist of, to be compared: definitions, and the rows with the transactions that wrote them. */
export async function tableSnapshot(
  url: string,
  schemas: readonly string[],
  { rows }: { readonly rows: boolean },
): Promise<readonly string[]> {
  const client = new pg.Client(url)
  await client.connect()
  // names are then written with their schema
  await client.query(`set search_path = ''`)
  try {
    const lines: string[] = []
    for (const text of [...DEFINITIONS, ...(rows ? [SEQUENCES] : [])]) {
      const found = await client.query({ text, values: [schemas], rowMode: 'array' })
      lines.push(...found.rows.map(([line]) => String(line)).sort())
    }
    if (!rows) return lines
    const { rows: tables } = await client.query<{ name: string }>(TABLES, [schemas])
    for (const { name } of tables) {
      const found = await client.query(
        `select t.xmin::text || ' ' || t::text as line from only ${name} t order by t.ctid`,
      )
      lines.push(...found.rows.map(({ line }) => `${name} ${line}`))
    }
    return lines
  } finally {
    await client.end()
  }
}
