import { type Listen, serve } from './serve.ts'
import { CannotListen } from './start-problem.ts'

const listen: Listen = async (fetch, { host, port }) => {
  let underWay = 0
  let stopping = false
  let drained = (): void => undefined
  const handle = async (request: Request, connection: object): Promise<Response> => {
    if (stopping) return new Response(null, { status: 503, headers: { connection: 'close', 'retry-after': '1' } })
    underWay += 1
    try {
      return await fetch(request, connection)
    } finally {
      underWay -= 1
      if (stopping && underWay === 0) drained()
    }
  }
  try {
    const server = Deno.serve({ hostname: host, port, onListen: () => undefined }, handle)
    return {
      port: server.addr.port,
      stop: async () => {
        stopping = true
        // Deno's own shutdown takes away the bodies of requests that are still being read
        if (underWay > 0) await new Promise<void>((resolve) => (drained = resolve))
        await server.shutdown()
      },
    }
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) Object.assign(error, { code: 'EADDRINUSE' })
    throw new CannotListen(error as Error, { host, port })
  }
}

await serve('deno', listen)
