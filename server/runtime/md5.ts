import { createHash } from 'node:crypto'
import type { Md5 } from '../services/files/means.ts'

/** MD5 of bytes that come piece by piece. Node's module is there on all runtimes. */
export function md5(): Md5 {
  const hash = createHash('md5')
  return { update: (bytes) => void hash.update(bytes), digest: () => new Uint8Array(hash.digest()) }
}
