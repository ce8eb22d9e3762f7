import type { OutsideNetwork } from '../services/files/outside/outside-network.ts'
import { ftpClient } from './ftp-client.ts'
import { exchangeAt, resolveHost } from './outside-exchange.ts'

/** How Node and Deno reach the world outside. */
export const serverNetwork: OutsideNetwork = {
  resolve: resolveHost,
  exchange: exchangeAt,
  ftp: ftpClient({ encrypts: true, listens: true }),
}
