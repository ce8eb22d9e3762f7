import { PassThrough } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import { Client, FTPError } from 'basic-ftp'
import { type FtpClient, type FtpDownload, FtpFault, type FtpFile } from '../services/files/outside/outside-network.ts'
import { retrieveActively } from './ftp-active.ts'

export interface FtpAbilities {
  /** The runtime can turn a connection into an encrypted one. */
  readonly encrypts: boolean
  /** The runtime takes connections. */
  readonly listens: boolean
  /** More for the check of certificates. */
  readonly tls?: ConnectionOptions
}

/** Opens files over FTP as far as the runtime can. */
export function ftpClient({ encrypts, listens, tls = {} }: FtpAbilities): FtpClient {
  return async (download) => {
    if (download.isEncrypted && !encrypts) {
      throw new FtpFault('this runtime has no explicit FTPS: expected false, or a service on another runtime', '_ssl')
    }
    if (!download.isPassive && !listens) {
      throw new FtpFault(
        'this runtime takes no connections: expected true, or a service on another runtime',
        '_passive',
      )
    }
    const client = new Client(download.idleMs)
    try {
      await signIn(client, download, tls)
      const size = await client.size(download.path).catch(() => null)
      return await retrieve(client, download, size)
    } catch (error) {
      client.close()
      throw faultOf(error, client, download)
    }
  }
}

async function signIn(client: Client, download: FtpDownload, tls: ConnectionOptions): Promise<void> {
  const { host, address, port, user, password, isEncrypted } = download
  await client.access({
    host: address ?? host,
    port,
    user,
    password,
    secure: isEncrypted,
    // certificates are made out to the name, the connection goes to the address that was checked
    secureOptions: { ...tls, host, servername: host },
  })
}

/** Begins to retrieve; resolves with the first bytes, or with the end of an empty file. */
async function retrieve(client: Client, { path, isPassive }: FtpDownload, size: number | null): Promise<FtpFile> {
  const target = new PassThrough()
  target.on('error', () => undefined)
  const begun = new Promise<void>((resolve) => target.once('readable', resolve))
  const whole = isPassive ? client.downloadTo(target, path) : retrieveActively(client, target, path)
  // whoever reads the body to its end hears of a failure there
  whole.then(
    () => client.close(),
    () => client.close(),
  )
  await Promise.race([begun, whole])
  // the end, without a byte before it, of an empty file or of a refusal
  if (target.readableLength === 0) await whole
  const pieces = target[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await pieces.next()
        if (!done) return controller.enqueue(new Uint8Array(value as Buffer))
        await whole
        controller.close()
      },
      cancel: () => {
        target.destroy()
        client.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { size, body }
}

/** Says what went wrong in words of our own: a server's text may hold anything, passwords included. */
function faultOf(error: unknown, client: Client, { isEncrypted }: FtpDownload): unknown {
  if (error instanceof FtpFault) return error
  if (error instanceof FTPError) {
    if (error.code === 530 || error.code === 430)
      return new FtpFault('the server refused the user or the password', '_user')
    if (error.code === 550 || error.code === 551) return new FtpFault('the server has no such file', '_filename')
    if (isEncrypted && !client.ftp.hasTLS) return new FtpFault('the server offers no encryption', '_ssl')
    return new FtpFault(`the server refused with the code ${error.code}`)
  }
  const code = (error as { readonly code?: unknown }).code
  if (client.ftp.hasTLS || (typeof code === 'string' && /CERT|TLS|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code))) {
    return new FtpFault('the server offers no encryption that can be trusted', '_ssl')
  }
  return new FtpFault('the server cannot be reached, or does not answer in time')
}
