import { sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import type { Stores } from './sources/source.ts'

/** An object in a storage area. */
export interface Place {
  readonly area: number
  readonly key: string
}

/** How long what is being written may be in nobody's books before it counts as left behind. */
const UNCLAIMED = sql`interval '1 day'`
/** How long an instance has for the objects it took on before another one tries. */
const LEASE = sql`interval '10 minutes'`
const BATCH = 50

/** Puts objects that are about to be written on the list, so that none is left behind whatever happens. */
export async function announce({ kysely }: Pick<Database, 'kysely'>, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return
  await sql`insert into marquee_file_garbage (area, object_key, due_at)
    select area, object_key, now() + ${UNCLAIMED} from ${listed(places)}
    on conflict (area, object_key) do update set due_at = excluded.due_at`.execute(kysely)
}

/** Takes objects off the list: in the transaction of what refers to them from now on. */
export async function claimObjects({ kysely }: Pick<Transaction, 'kysely'>, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return
  await sql`delete from marquee_file_garbage g using ${listed(places)}
    where g.area = given.area and g.object_key = given.object_key`.execute(kysely)
}

/** What was announced is not wanted after all. What a transaction in doubt claimed is let be: it is on the list no more. */
export async function giveUp({ kysely }: Pick<Database, 'kysely'>, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return
  await sql`update marquee_file_garbage g set due_at = now() from ${listed(places)}
    where g.area = given.area and g.object_key = given.object_key`.execute(kysely)
}

function listed(places: readonly Place[]): ReturnType<typeof sql> {
  const [areas, keys] = [places.map(({ area }) => area), places.map(({ key }) => key)]
  return sql`unnest(${areas}::bigint[], ${keys}::text[]) as given (area, object_key)`
}

export interface Sweep {
  /** Removes the objects that are due; gives how many. Several instances share the work. */
  readonly run: () => Promise<number>
}

/** @param failed is told of an object that cannot be removed now; it is tried again. */
export function createSweep(database: Database, stores: Stores, failed: (place: Place, error: unknown) => void): Sweep {
  const take = async (): Promise<readonly Place[]> => {
    const { rows } = await sql<{ area: number; object_key: string }>`
      update marquee_file_garbage set due_at = now() + ${LEASE}
      where (area, object_key) in (
        select g.area, g.object_key from marquee_file_garbage g
        where g.due_at <= now() and not exists (
          select from marquee_files f where f.area = g.area and f.object_key = g.object_key)
        order by g.due_at limit ${BATCH} for update skip locked)
      returning area, object_key`.execute(database.kysely)
    return rows.map((row) => ({ area: Number(row.area), key: row.object_key }))
  }
  const remove = async (place: Place): Promise<boolean> => {
    try {
      const area = await stores.area(place.area)
      if (area !== null) await stores.open(area).remove(place.key)
      await claimObjects(database, [place])
      return true
    } catch (error) {
      failed(place, error)
      return false
    }
  }
  return {
    run: async () => {
      let removed = 0
      for (;;) {
        const places = await take()
        for (const place of places) if (await remove(place)) removed += 1
        if (places.length < BATCH) return removed
      }
    },
  }
}
