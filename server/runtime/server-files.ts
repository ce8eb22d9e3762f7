import type { FileMeans } from '../services/files/means.ts'
import { diskFolder } from './disk-store.ts'
import { md5 } from './md5.ts'
import { serverNetwork } from './server-network.ts'

/** What Node and Deno do for files. */
export function serverFiles({ dataDir }: { readonly dataDir: string }): FileMeans {
  return { md5, disk: (folder) => diskFolder(dataDir, folder), network: serverNetwork }
}
