import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { type Listen, serve } from './serve.ts'
import { CannotListen } from './start-problem.ts'

const IDLE_CHECK_MS = 20

const listen: Listen = (fetch, { host, port }) =>
  new Promise((resolve, reject) => {
    const server = createAdaptorServer({ fetch, hostname: host })
    server.once('error', (error: Error) => reject(new CannotListen(error, { host, port })))
    server.listen(port, host, () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        stop: () =>
          new Promise((stopped) => {
            // connections kept alive become idle one by one as their last responses are out
            const closing = setInterval(() => closeIdle(server), IDLE_CHECK_MS)
            server.close(() => {
              clearInterval(closing)
              stopped()
            })
          }),
      })
    })
  })

function closeIdle(server: ReturnType<typeof createAdaptorServer>): void {
  if ('closeIdleConnections' in server) server.closeIdleConnections()
}

/** Runs the service on Node. */
export async function serveOnNode(): Promise<void> {
  await serve('node', listen)
}

if (import.meta.main) await serveOnNode()
