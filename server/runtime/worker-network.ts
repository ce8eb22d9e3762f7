import type { OutsideNetwork } from '../services/files/outside/outside-network.ts'
import { ftpClient } from './ftp-client.ts'

/** How Workers reach the world outside: by fetch, which looks names up itself, and outgoing sockets. */
export const workerNetwork: OutsideNetwork = {
  exchange: (request) => fetch(request),
  ftp: ftpClient({ encrypts: false, listens: false }),
}
