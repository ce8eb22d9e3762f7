import { query } from './postgres.ts'
import type { MeasuredServer } from './servers.ts'

export interface Person {
  readonly username: string
  readonly password: string
}

/** Of the 200 sources: trees of 25, a root with four children, each with five of their own. */
const ROOTS = 8
const CHILDREN = 4
const GRANDCHILDREN = 5
/** Sources that the editor holds, with all below them: five of eight trees, and two branches of a sixth. */
const HELD = ['1', '2', '3', '4', '5', '6.1', '6.2']
const OF_EDITOR = `^Bench (${HELD.join('|').replaceAll('.', '[.]')})([.]|$)`

/**
 * Adds an editor, to be signed in with the administrator's password, who holds seven sources with their descendants:
 * 137 of 200.
 * @param hidden a field of the films that is hidden from the editor; null: none
 */
export async function addEditor(
  database: string,
  administrator: Person,
  username: string,
  hidden: string | null,
): Promise<Person> {
  const text = (value: string): string => `'${value.replaceAll("'", "''")}'`
  const [row] = await query(
    database,
    `insert into users (username, name, password_hash)
     select ${text(username)}, 'The editor', password_hash from users where email = ${text(administrator.username)}
     returning id`,
  )
  const owner = Number(row?.id)
  const held = HELD.map((name) => `(select id from sources where name = ${text(`Bench ${name}`)})`)
  const grants = [
    ...['movies', 'people', 'distributors', 'genres'].map((type) => `(1, ${owner}, 2, null, ${text(type)}, true)`),
    ...held.map((source) => `(1, ${owner}, 1, ${source}, null, true)`),
    ...(hidden === null ? [] : [`(1, ${owner}, 3, null, ${text(`field:movies.${hidden}`)}, false)`]),
  ]
  await query(
    database,
    `insert into permissions (owner_type, owner_id, object_type, object_id, key, can_read) values ${grants.join(', ')}`,
  )
  return { username, password: administrator.password }
}

/** Makes the 200 sources. Nine films of ten lie in those of the editor, whose pages are thus nearly everybody's. */
export async function makeSourceTree(database: string): Promise<void> {
  const names: string[] = []
  for (let root = 1; root <= ROOTS; root++) {
    names.push(`${root}`)
    for (let child = 1; child <= CHILDREN; child++) {
      names.push(`${root}.${child}`)
      for (let last = 1; last <= GRANDCHILDREN; last++) names.push(`${root}.${child}.${last}`)
    }
  }
  const insert = (depth: number): string => {
    const own = names.filter((name) => name.split('.').length === depth)
    const rows = own.map((name) => {
      const parent = name.split('.').slice(0, -1).join('.')
      return `('Bench ${name}', (select id from sources where name = 'Bench ${parent}'))`
    })
    return `insert into sources (name, parent) values ${rows.join(', ')}`
  }
  await query(database, insert(1), insert(2), insert(3))
  await query(
    database,
    `with s as (
       select array_agg(id) filter (where name ~ '${OF_EDITOR}') as held,
         array_agg(id) filter (where name !~ '${OF_EDITOR}') as others
       from sources where name like 'Bench %')
     update movies m set source = case when m.id % 10 = 9
       then s.others[1 + m.id / 10 % cardinality(s.others)] else s.held[1 + m.id % cardinality(s.held)] end
     from s`,
    'vacuum (full, analyze) movies',
    'vacuum (analyze)',
  )
}

/** The same server, asked by somebody who signed in there. */
export async function askedBy(
  server: MeasuredServer,
  name: MeasuredServer['name'],
  { username, password }: Person,
): Promise<MeasuredServer> {
  const origin = `http://127.0.0.1:${server.port}`
  const response = await fetch(`${origin}/api/v2/auth/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!response.ok) throw new Error(`${username} cannot sign in: ${response.status} ${await response.text()}`)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { ...server, name, headers: `cookie: ${cookies.join('; ')}\r\n` }
}
