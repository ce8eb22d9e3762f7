import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0062-client-help'

const OLD_TYPE_HELPS = [
  'A service may do everything, with its id and secret alone.',
  'A web application keeps a secret on a server; a public one (in a browser, on a phone) has none; a service may do everything, with its id and secret alone.',
]
const TYPE_HELP =
  'A web application keeps a secret on a server; a public one (in a browser, on a phone) has none; a service may do everything, signed in with its secret and with the name and password of a user.'

/** Beside a switch that is off a help must not read as if it were on. */
const SWITCHES = [
  {
    mediatype: 'oauth_clients',
    name: 'is_first_party',
    old: 'Nobody is asked for consent.',
    help: 'nobody is asked for consent.',
  },
  { mediatype: 'users', name: 'is_administrator', old: 'May do everything.', help: 'they may do everything.' },
  { mediatype: 'users', name: 'is_disabled', old: 'Cannot sign in.', help: 'they cannot sign in.' },
]

/** Helps of clients and users say what holds; texts given by hand are left. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const change = (of: { readonly mediatype: string; readonly name: string }) =>
    db
      .updateTable('adm_fields')
      .set((is) => ({ version: is('version', '+', 1) }))
      .where('mediatype', '=', of.mediatype)
      .where('name', '=', of.name)
  const type = { mediatype: 'oauth_clients', name: 'client_type' }
  await change(type).set({ help: TYPE_HELP }).where('help', 'in', OLD_TYPE_HELPS).execute()
  for (const { old, help, ...field } of SWITCHES) {
    await change(field)
      .set({ help: `If yes, ${help}` })
      .where('help', '=', old)
      .execute()
  }
  const scopes = { mediatype: 'oauth_clients', name: 'scopes' }
  await change(scopes).set({ label: 'Scopes' }).where('label', '=', 'May').execute()
}
