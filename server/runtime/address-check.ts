import { createServer } from 'node:net'
import { CannotListen } from './start-problem.ts'

/**
 * Listens for a moment, before anything is written or told that a start which fails would take along, such as the first
 * administrator's password.
 *
 * @throws {CannotListen}
 */
export function requireAddress(address: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => reject(new CannotListen(error, address)))
    server.listen(address.port, address.host, () => server.close(() => resolve()))
  })
}
