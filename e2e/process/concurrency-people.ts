import { randomUUID } from 'node:crypto'
import { callerOf } from './saves.ts'

export interface Person {
  readonly username: string
  readonly password: string
  readonly name: string
  readonly is_administrator: boolean
}

/** Somebody who may open every page, made at one of the servers for all over its database. */
export async function newPerson(url: string, name: string): Promise<Person> {
  const person = { username: randomUUID().slice(0, 20), password: randomUUID(), name, is_administrator: true }
  const { send } = await callerOf(url)
  const made = await send('POST', '/api/v1/users', { users: [person] })
  if (!made.ok) throw new Error(`${made.status}: ${await made.text()}`)
  return person
}

/** The id of a new group. */
export async function newGroup(url: string): Promise<number> {
  const { send } = await callerOf(url)
  const made = await send('POST', '/api/v1/groups', { groups: [{ name: `Editors ${randomUUID()}` }] })
  const { groups } = (await made.json()) as { readonly groups: readonly { readonly _id: number }[] }
  return groups[0]?._id ?? 0
}

/** A request under `/api/v2/concurrency` as that person's browser makes it. */
export type Ask = (path: string, body?: object) => Promise<{ readonly status: number; readonly body: unknown }>

export async function asPerson(url: string, { username, password }: Person): Promise<Ask> {
  const login = await fetch(`${url}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ username, password }),
  })
  if (!login.ok) throw new Error(`no session: ${login.status} ${await login.text()}`)
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  return async (path, body) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${url}/api/v2/concurrency/${path}`, { headers, ...sent })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
}
