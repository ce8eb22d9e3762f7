import { problem } from '../../../write/body.ts'
import { hostName } from '../outside/allowed-hosts.ts'
import { readCredentials, readPlain } from './credentials.ts'
import type { FileSource } from './source.ts'

interface RemoteFile {
  readonly host: string
  readonly port: number
  readonly folder: string
  readonly user: string
  readonly password: string
  readonly isEncrypted: boolean
  readonly isPassive: boolean
}

const PORT = 21

/**
 * A file on an FTP server, `_filename` in `_subfolder`, fetched while the caller waits [FD:ftp] [API7.a]. Without `_user`
 * anonymously; `_ssl` asks for encryption (RFC 4217); `_passive` unless it is false.
 */
export const ftp: FileSource<RemoteFile> = {
  name: 'ftp',
  members: ['_server', '_port', '_subfolder', '_user', '_password', '_ssl', '_passive'],
  parse: (value, pointer, problems) => {
    const before = problems.length
    const server = value._server
    const host = typeof server === 'string' ? hostName(server) : null
    if (host === null) problems.push(problem(`${pointer}/_server`, 'expected the name or address of a host'))
    const port = value._port ?? PORT
    const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536
    if (!isPort) problems.push(problem(`${pointer}/_port`, 'expected a whole number from 1 to 65535'))
    const folder = readPlain(value._subfolder, `${pointer}/_subfolder`, problems) ?? ''
    for (const member of ['_ssl', '_passive'] as const) {
      const flag = value[member] ?? true
      if (typeof flag !== 'boolean') problems.push(problem(`${pointer}/${member}`, 'expected true or false'))
    }
    const { user, password } = readCredentials(value, pointer, problems) ?? { user: 'anonymous', password: 'guest' }
    if (host === null || !isPort || problems.length > before) return null
    const [isEncrypted, isPassive] = [value._ssl === true, value._passive !== false]
    return { host, port, folder, user, password, isEncrypted, isPassive }
  },
  open: async ({ folder, ...remote }, { name, outside, pointer }) => {
    const path = folder === '' ? name : `${folder.replace(/\/+$/, '')}/${name}`
    const { body, size } = await outside.ftp({ ...remote, path }, `${pointer}/_server`)
    return { body, size, contentType: null }
  },
}
