import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { refuseRequest } from './refused-request.ts'
import { type Listen, serve } from './serve.ts'
import { CannotListen } from './start-problem.ts'

const IDLE_CHECK_MS = 20
/** Filters stand in addresses, and Node's own 16 KiB hold no long list of ids. */
const MAX_HEAD_BYTES = 128 * 1024

const listen: Listen = (fetch, { host, port }) =>
  new Promise((resolve, reject) => {
    const server = createAdaptorServer({ fetch, hostname: host, serverOptions: { maxHeaderSize: MAX_HEAD_BYTES } })
    server.on('clientError', refuseRequest)
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
