import { type Listen, serve } from './serve.ts'
import { CannotListen } from './start-problem.ts'

const listen: Listen = async (fetch, { host, port }) => {
  try {
    const server = Deno.serve({ hostname: host, port, onListen: () => undefined }, (request, info) =>
      fetch(request, info),
    )
    return { port: server.addr.port, stop: () => server.shutdown() }
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) Object.assign(error, { code: 'EADDRINUSE' })
    throw new CannotListen(error as Error, { host, port })
  }
}

await serve('deno', listen)
