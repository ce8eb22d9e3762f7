import { redirectUrisFault } from '../auth/index.ts'
import type { MediaType } from '../catalog/catalog.ts'
import type { Problem } from '../errors.ts'
import type { BoundWrite } from '../write/bind-write.ts'
import type { WriteEffect } from '../write/effects.ts'
import { withHash } from './hashed.ts'
import { onlyAdministrators } from './only-administrators.ts'
import { valuesOf, written } from './values.ts'

const PUBLIC = '2'
const SERVICE = '3'

/** RFC 6749, appendix A.1. */
const VISIBLE = /^[ -~]+$/

/** Fields whose change ends the tokens that were issued before: they were for another client, or for less or more. */
const ENDING = ['client_id', 'client_type', 'secret', 'scopes'] as const

/** Clients of the authorization server, which may do everything when they are services. */
export const clientsEffect: WriteEffect = {
  concerns: ({ name }) => name === 'oauth_clients',
  prepare: async (intent, { tx, rights }, problems) => {
    if (!rights.unrestricted) problems.push(onlyAdministrators(intent, 'clients'))
    const { write, id } = intent
    if (write === null) return null
    const known = tx.kysely
      .selectFrom('oauth_clients')
      .selectAll()
      .where('id', '=', id ?? 0)
    const was = await known.executeTakeFirst()
    problems.push(...clientProblems(write, was))
    if (was !== undefined && ENDING.some((field) => isAnother(field, write, was)))
      await tx.kysely.deleteFrom('auth_tokens').where('client_id', '=', was.client_id).execute()
    return withoutUseless(await withHash(write, 'secret', problems), intent.type, was)
  },
}

function isAnother(field: (typeof ENDING)[number], write: BoundWrite, was: Before): boolean {
  const column = written(write, field)
  if (column === undefined) return false
  // what a secret was nobody knows
  return field === 'secret' || JSON.stringify(told(column.value)) !== JSON.stringify(told(was[field]))
}

/** A choice as a body gives it, and as it is stored. */
const told = (value: unknown): unknown => (typeof value === 'number' ? String(value) : (value ?? null))

/** An application that becomes a public one gives up its secret: it would be good again if it changed back. */
function withoutUseless(write: BoundWrite, { fields }: MediaType, was: Before | undefined): BoundWrite {
  const field = was?.secret_hash == null ? undefined : fields.get('secret')
  if (field === undefined || written(write, 'secret') !== undefined) return write
  if (String(valuesOf(write).client_type) !== PUBLIC) return write
  return { ...write, columns: [...write.columns, { field, value: null, pointer: write.pointer }] }
}

interface Before {
  readonly client_id: string
  readonly client_type: number
  readonly scopes: readonly string[] | null
  readonly secret_hash: string | null
}

function clientProblems(write: BoundWrite, was: Before | undefined): readonly Problem[] {
  const problems: Problem[] = []
  const wrong = (field: string, detail: string): void => {
    problems.push({ code: 'VALIDATION', pointer: `${write.pointer}/${field}`, detail })
  }
  const now = { client_type: was?.client_type, ...valuesOf(write) }
  const type = String(now.client_type)
  const secret = written(write, 'secret')
  const hasSecret = (secret === undefined ? (was?.secret_hash ?? null) : secret.value) !== null
  if (type === SERVICE && !hasSecret) wrong('secret', 'Secret: a service needs one')
  if (type === PUBLIC && secret !== undefined && hasSecret) wrong('secret', 'Secret: a public application keeps none')
  const id = written(write, 'client_id')
  if (typeof id?.value === 'string' && !VISIBLE.test(id.value))
    wrong('client_id', 'Client id: expected letters, digits, blanks and other signs of ASCII (RFC 6749, appendix A.1)')
  const uris = written(write, 'redirect_uris')
  const fault = typeof uris?.value === 'string' ? redirectUrisFault(uris.value) : null
  if (fault !== null) wrong('redirect_uris', `Redirect addresses: expected ${fault}`)
  return problems
}
