import fc from 'fast-check'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** A row as the database has it, the columns that every table has aside. */
export type Row = Readonly<Record<string, number | string | null>> & { readonly id: number }
export type Join = Readonly<Record<string, number>>

/** Records of the small catalogue, and who may do what with them. Owners count from 0. */
export interface World {
  readonly rows: Readonly<Record<string, readonly Row[]>>
  readonly joins: Readonly<Record<string, readonly Join[]>>
  /** Groups of each user. */
  readonly memberships: readonly (readonly number[])[]
  readonly grants: readonly Grant[]
}

export interface Grant {
  readonly owner: { readonly kind: 'user' | 'group'; readonly index: number }
  /** A media type's name, `field:<media type>.<field>`, or a source's id. */
  readonly on: string | number
  readonly read: boolean
  readonly write: boolean
  readonly delete: boolean
}

export const TYPES = ['sources', 'makers', 'studios', 'tags', 'films', 'lists', 'list_films', 'duels'] as const
export const WORDS = ['amber', 'birch', 'cedar', 'delta']
export const USERS = 3
export const GROUPS = 3
/** A film that every caller of its media type sees: it has neither source nor relations. */
export const SCRATCH = 50

const SIZES = { sources: 6, makers: 5, studios: 4, tags: 3, films: 8, lists: 2, list_films: 5, duels: 3 }

const word = fc.constantFrom(...WORDS)
const anId = (type: keyof typeof SIZES) => fc.integer({ min: 1, max: SIZES[type] })
const perhaps = (type: keyof typeof SIZES) => fc.option(anId(type), { nil: null, freq: 5 })
/** A parent among those before: no circles. */
const parentOf = (index: number) =>
  index === 0 ? fc.constant(null) : fc.option(fc.integer({ min: 1, max: index }), { nil: null, freq: 3 })

function rowsOf(type: keyof typeof SIZES, columns: (index: number) => Readonly<Record<string, fc.Arbitrary<unknown>>>) {
  const rows = Array.from({ length: SIZES[type] }, (_, index) =>
    fc.record({ id: fc.constant(index + 1), ...columns(index) }),
  )
  return fc.tuple(...rows) as unknown as fc.Arbitrary<readonly Row[]>
}

const films = rowsOf('films', () => ({
  title: word,
  year: fc.option(fc.integer({ min: 1990, max: 1993 }), { nil: null }),
  maker: perhaps('makers'),
  studio: perhaps('studios'),
  source: perhaps('sources'),
})).map((rows) => [...rows, { id: SCRATCH, title: 'scratch', year: null, maker: null, studio: null, source: null }])

const rows = fc.record({
  sources: rowsOf('sources', (index) => ({ name: word, parent: parentOf(index) })),
  makers: rowsOf('makers', () => ({ name: word, source: perhaps('sources') })),
  studios: rowsOf('studios', (index) => ({ name: fc.constant(`studio ${index}`), parent: parentOf(index) })),
  tags: rowsOf('tags', () => ({ name: word })),
  films,
  lists: rowsOf('lists', () => ({ name: word })),
  list_films: rowsOf('list_films', (index) => ({
    list: anId('lists'),
    film: anId('films'),
    position: fc.constant(index),
  })),
  duels: rowsOf('duels', () => ({ first: perhaps('makers'), second: perhaps('makers') })),
})

const tagged = fc
  .uniqueArray(fc.tuple(anId('films'), anId('tags')), { selector: String, maxLength: 12 })
  .map((pairs) => pairs.map(([film, tag]) => ({ film, tag })))

const likely = fc.integer({ min: 0, max: 3 }).map((value) => value > 0)
const grant: fc.Arbitrary<Grant> = fc.record({
  owner: fc.oneof(
    fc.record({ kind: fc.constant('user' as const), index: fc.nat(USERS - 1) }),
    fc.record({ kind: fc.constant('group' as const), index: fc.nat(GROUPS - 1) }),
  ),
  on: fc.oneof({ weight: 3, arbitrary: fc.constantFrom<string>(...TYPES) }, { weight: 2, arbitrary: anId('sources') }),
  read: likely,
  write: fc.boolean(),
  delete: fc.boolean(),
})

/** Worlds small enough to be compared in whole and full of cases: nested sources, references to what is hidden. */
export const worlds: fc.Arbitrary<World> = fc.record({
  rows,
  joins: fc.record({ films_tags: tagged }),
  memberships: fc.tuple(...Array.from({ length: USERS }, () => fc.uniqueArray(fc.nat(GROUPS - 1)))),
  grants: fc.array(grant, { minLength: 8, maxLength: 24 }),
})

/** Users and groups of the database that stand for those of a world. */
export interface Owners {
  readonly users: readonly number[]
  readonly groups: readonly number[]
}

const EMPTIED = ['edit_history', 'history_outbox', 'permissions', 'user_groups', 'films_tags', ...TYPES.toReversed()]

/** Makes the database hold this world and nothing else of its tables. */
export async function install(world: World, { users, groups }: Owners, database: Database): Promise<void> {
  const ownerId = ({ kind, index }: Grant['owner']) => (kind === 'user' ? users : groups)[index]
  const permissions = world.grants.map(({ owner, on, ...grant }) => ({
    owner_type: owner.kind === 'user' ? 1 : 2,
    owner_id: ownerId(owner),
    object_type: typeof on === 'number' ? 1 : on.startsWith('field:') ? 3 : 2,
    object_id: typeof on === 'number' ? on : null,
    key: typeof on === 'number' ? null : on,
    can_read: grant.read,
    can_write: grant.write,
    can_delete: grant.delete,
  }))
  const memberships = world.memberships.flatMap((own, user) =>
    own.map((group) => ({ user_id: users[user], group_id: groups[group] })),
  )
  const timed = Object.entries(world.rows).map(([table, all]) => [table, all.map((row) => ({ ...row, dateins: 1000 }))])
  const tables = Object.fromEntries(timed) as Readonly<Record<string, readonly object[]>>
  await database.transaction(async ({ kysely }) => {
    for (const table of EMPTIED) await sql`delete from ${sql.table(table)}`.execute(kysely)
    const filled: Readonly<Record<string, readonly object[]>> = {
      ...tables,
      ...world.joins,
      user_groups: memberships,
      permissions,
    }
    for (const table of [...TYPES, ...Object.keys(world.joins), 'user_groups', 'permissions']) {
      const all = filled[table] ?? []
      if (all.length === 0) continue
      const columns = sql.join(Object.keys(all[0] as object).map((name) => sql.ref(name)))
      const from = sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(all)}::jsonb)`
      await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${from}`.execute(kysely)
    }
  })
}
