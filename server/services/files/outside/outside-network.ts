import type { Resolve } from './outside-host.ts'

/** What of the world outside only a runtime can reach; nothing here decides over what may be reached. */
export interface OutsideNetwork {
  /** Absent where names cannot be looked up. */
  readonly resolve?: Resolve
  /**
   * One exchange over HTTP, at the address given and no other whatever the name stands for by now; null: the runtime finds
   * one. Follows no redirect. Rejects when nobody answers, or when the request's signal says so.
   */
  readonly exchange: (request: Request, address: string | null) => Promise<Response>
  readonly ftp: FtpClient
}

/** Opens files over FTP. */
export type FtpClient = (download: FtpDownload) => Promise<FtpFile>

export interface FtpDownload {
  /** As it was named: the server's certificate must be made out to it. */
  readonly host: string
  /** Where to connect to, and the one address that data may come from; null: the runtime finds it. */
  readonly address: string | null
  readonly port: number
  readonly user: string
  readonly password: string
  /** Folder and name. */
  readonly path: string
  /** Asks for encryption on the control connection (RFC 4217) and encrypts data as well. */
  readonly isEncrypted: boolean
  /** Data is fetched from the server; else the server connects to us. */
  readonly isPassive: boolean
  /** How long nothing may come, in milliseconds. */
  readonly idleMs: number
}

export interface FtpFile {
  /** In bytes, where the server tells it. */
  readonly size: number | null
  /** Ends the connection when it is read to its end or cancelled. */
  readonly body: ReadableStream<Uint8Array>
}

/** What this runtime cannot do, or the server refused; the message is for the caller and holds nothing of the server's text. */
export class FtpFault extends Error {
  override readonly name = 'FtpFault'
  /** Which member of the descriptor it is about, such as `_ssl`; null: the server as a whole. */
  readonly member: string | null

  constructor(message: string, member: string | null = null) {
    super(message)
    this.member = member
  }
}
