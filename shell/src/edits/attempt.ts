import { NetworkError } from '../api/api-error.ts'

export type Attempt = <T>(body: unknown, send: (idempotencyKey: string) => Promise<T>) => Promise<T>

/** Sends each time under a key of its own, and under the same one where it is not known what came of it. */
export function createAttempts(newKey: () => string = randomKey): Attempt {
  let unsettled: { readonly key: string; readonly text: string } | null = null
  return async (body, send) => {
    const text = JSON.stringify(body)
    const key = unsettled?.text === text ? unsettled.key : newKey()
    unsettled = null
    try {
      return await send(key)
    } catch (error) {
      if (error instanceof NetworkError) unsettled = { key, text }
      throw error
    }
  }
}

/** A page that came without https has no `randomUUID`. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
