import { objectPresence, type PresenceObject } from '../../server/runtime/presence-object.ts'

export { PresenceObject } from '../../server/runtime/presence-object.ts'

/** One call of a store: `{expiryMs, scanMs, now, method, args}`. */
interface Call {
  readonly expiryMs: number
  readonly scanMs: number
  readonly now: number
  readonly method: string
  readonly args: readonly unknown[]
}

/** A Worker that does nothing but keep presence, so that a test can reach its Durable Objects. */
export default {
  async fetch(request, { PRESENCE }) {
    const { expiryMs, scanMs, now, method, args } = (await request.json()) as Call
    const store = objectPresence(PRESENCE, { expiryMs, scanMs, now: () => now })
    const methods = store as unknown as Record<string, (...given: readonly unknown[]) => Promise<unknown>>
    return Response.json({ result: await methods[method]?.(...args) })
  },
} satisfies ExportedHandler<{ readonly PRESENCE: DurableObjectNamespace<PresenceObject> }>
