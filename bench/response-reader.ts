import type { Socket } from 'node:net'

export interface ReadResponse {
  readonly status: number
  /** Bytes of the body. */
  readonly size: number
}

const CHUNKED_END = Buffer.from('\r\n0\r\n\r\n')

/** Reads responses off a connection, one at a time, looking at no more of them than it takes to find their ends. */
export class ResponseReader {
  private head = ''
  private status = 0
  private size = 0
  /** Bytes of the body still to come; null: it ends with an empty chunk. */
  private left: number | null = 0
  private tail = Buffer.alloc(0)
  private waiting: { resolve: (response: ReadResponse) => void; reject: (error: Error) => void } | undefined

  constructor(socket: Socket) {
    socket.on('data', (bytes) => this.take(bytes))
    socket.on('error', (error) => this.waiting?.reject(error))
    socket.on('close', () => this.waiting?.reject(new Error('the connection was closed')))
  }

  response(): Promise<ReadResponse> {
    return new Promise((resolve, reject) => {
      this.head = ''
      this.status = 0
      this.waiting = { resolve, reject }
    })
  }

  private take(bytes: Buffer): void {
    let body = bytes
    if (this.status === 0) {
      const end = bytes.indexOf('\r\n\r\n')
      this.head += bytes.toString('latin1', 0, end < 0 ? bytes.length : end)
      if (end < 0) return
      this.status = Number(this.head.slice(9, 12))
      const length = /\r\ncontent-length: *(\d+)/i.exec(this.head)?.[1]
      this.left = length === undefined ? null : Number(length)
      this.size = 0
      this.tail = Buffer.from('\r\n')
      body = bytes.subarray(end + 4)
    }
    this.size += body.length
    if (this.left === null) {
      this.tail = Buffer.concat([this.tail, body.subarray(-CHUNKED_END.length)]).subarray(-CHUNKED_END.length)
      if (this.tail.equals(CHUNKED_END)) this.done()
    } else {
      this.left -= body.length
      if (this.left <= 0) this.done()
    }
  }

  private done(): void {
    const { waiting } = this
    this.waiting = undefined
    waiting?.resolve({ status: this.status, size: this.size })
  }
}
