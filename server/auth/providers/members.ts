import type { Reply } from './ask.ts'
import { ProviderFault } from './provider.ts'

export type Members = Readonly<Record<string, unknown>>

/** The members of a JSON object that was asked for. @throws {ProviderFault} */
export function membersOf({ status, body }: Reply, what: string): Members {
  if (status >= 500 || status === 429) throw new ProviderFault('unavailable', `${what} answered ${status}`)
  if (status !== 200) throw new ProviderFault('failed', `${what} answered ${status}`)
  if (isMembers(body)) return body
  throw new ProviderFault('failed', `${what} is no JSON object`)
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text that a table can keep; null for anything else. */
export function textIn(members: Members, name: string, longest = 320): string | null {
  const value = members[name]
  if (typeof value !== 'string' || value === '' || value.length > longest || value.includes('\0')) return null
  return value
}
