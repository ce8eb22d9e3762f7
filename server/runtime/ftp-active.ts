import { createServer, type Server, type Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { connect, TLSSocket } from 'node:tls'
import type { Client } from 'basic-ftp'

/** Retrieves a file in active mode (RFC 959, RFC 2428): the server connects to a port of ours for the data. */
export async function retrieveActively({ ftp }: Client, target: Writable, path: string): Promise<void> {
  const listener = createServer()
  try {
    const data = acceptFrom(listener, ftp.socket.remoteAddress ?? '', ftp.timeout)
    data.catch(() => undefined)
    const port = await listen(listener, ftp.socket.localAddress ?? '')
    await ftp.request(portCommand(ftp.socket.localAddress ?? '', port))
    let transfer: Promise<void> | undefined
    const begin = async (): Promise<void> => {
      const socket = await data
      const control = ftp.socket
      // in active mode, too, the server is the server of the encryption
      const source =
        control instanceof TLSSocket ? connect({ ...ftp.tlsOptions, socket, session: control.getSession() }) : socket
      await pipeline(source, target)
    }
    await ftp.handle(`RETR ${path}`, (response, task) => {
      if (response instanceof Error) {
        target.destroy(response)
        return task.reject(response)
      }
      if (response.code >= 300) return task.reject(new Error(`answered with ${response.code}`))
      transfer ??= begin()
      const done = response.code >= 200 ? (): void => task.resolve(undefined) : undefined
      transfer.then(done, (error: Error) => task.reject(error))
    })
  } finally {
    listener.close()
  }
}

function listen(listener: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(0, host, () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}

/** The one connection from the server itself; others are closed. */
function acceptFrom(listener: Server, address: string, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no data connection')), timeoutMs)
    listener.on('connection', (socket) => {
      if (plain(socket.remoteAddress ?? '') !== plain(address)) return void socket.destroy()
      clearTimeout(late)
      listener.close()
      resolve(socket)
    })
    listener.once('close', () => clearTimeout(late))
  })
}

function portCommand(local: string, port: number): string {
  const address = plain(local)
  if (address.includes(':')) return `EPRT |2|${address}|${port}|`
  return `PORT ${address.replaceAll('.', ',')},${port >> 8},${port & 255}`
}

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')
