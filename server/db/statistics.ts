/** What keeps the statistics of a database without autovacuum. */
export interface StatisticsKeeper {
  /** A statement ran that wrote so many rows; null for one that writes none. */
  readonly ran: (written: number | null) => void
  /** Waits for what is under way; nothing is begun any more. */
  readonly stop: () => Promise<void>
}

export interface StatisticsSettings {
  /** Runs a statement on its own. */
  readonly query: (text: string) => Promise<{ readonly rows: readonly unknown[] }>
  /** Rows written, to any tables, after which it is worth a look. */
  readonly rows: number
  /** Milliseconds without a statement that count as idle. */
  readonly idle: number
  /** Milliseconds after which it is not waited for idleness any longer. */
  readonly patience: number
}

export const STATISTICS = { rows: 250, idle: 500, patience: 60_000 } as const

/**
 * The tables of which Postgres knows too little: changed since they were analysed in a third of their rows, or twice as
 * large as they were then, which also tells those that were never analysed and those whose counts a crash took. Small
 * ones of those are left: there is little to choose among their plans.
 */
const STALE = `select c.oid::regclass::text as name
  from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
  where c.relkind = 'r' and c.relpersistence = 'p'
    and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    and (coalesce(s.n_mod_since_analyze, 0) > 100 + 0.3 * greatest(c.reltuples, 0)
      or pg_relation_size(c.oid) / current_setting('block_size')::int > 4 + 2 * c.relpages)`

/**
 * Analyses tables of the embedded database as they grow. It has no autovacuum, so that a session would keep for ever the
 * plans, those of its reference checks among them, that it made when a table held next to nothing. Rows written are
 * counted here; once they are enough, and after the start, tables are looked at as soon as nobody asks for anything.
 */
export function keepStatistics({ query, rows, idle, patience }: StatisticsSettings): StatisticsKeeper {
  let pending = rows
  let timer: ReturnType<typeof setTimeout> | null = null
  let lastUse = Date.now()
  let wantedSince = lastUse
  let looking: Promise<void> | null = null
  let stopped = false

  const look = async (): Promise<void> => {
    pending = 0
    // what the session counted becomes visible a while later otherwise
    await query('select pg_stat_force_next_flush()')
    const stale = (await query(STALE)).rows as readonly { readonly name: string }[]
    for (const { name } of stale) if (!stopped) await query(`analyze ${name}`)
  }
  const later = (): void => {
    if (stopped || timer !== null || looking !== null || pending < rows) return
    timer = setTimeout(() => {
      timer = null
      const now = Date.now()
      if (now - lastUse < idle && now - wantedSince < patience) return later()
      // a table that is gone by now, a disc that is full: whoever needs them hears of it from their own statements
      looking = look()
        .catch(() => undefined)
        .finally(() => {
          looking = null
          wantedSince = Date.now()
          later()
        })
    }, idle)
    unref(timer)
  }
  later()
  return {
    ran: (written) => {
      lastUse = Date.now()
      if (written === null) return
      if (pending < rows && pending + written >= rows) wantedSince = lastUse
      pending += written
      later()
    },
    stop: async () => {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await looking
    },
  }
}

/** No process stays for it. */
function unref(timer: ReturnType<typeof setTimeout>): void {
  if (typeof timer === 'object' && 'unref' in timer) (timer as { unref: () => void }).unref()
}
