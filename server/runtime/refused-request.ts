import type { Duplex } from 'node:stream'
import { DATA_API_MEDIA_TYPE, type ErrorBody } from '../../shared/envelope.ts'

/**
 * Answers what Node could not even read as a request, so that it never reaches the application, the way the
 * application would: with an error body and a request id [G5].
 */
export function refuseRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, phrase, code, title, detail } = REFUSALS[error.code ?? ''] ?? UNREADABLE
  const body: ErrorBody = { errors: [{ status: String(status), code, title, detail }] }
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${phrase}`,
    `content-type: ${DATA_API_MEDIA_TYPE};charset=UTF-8`,
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${crypto.randomUUID()}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

interface Refusal {
  readonly status: number
  readonly phrase: string
  readonly code: string
  readonly title: string
  readonly detail: string
}

const UNREADABLE: Refusal = {
  status: 400,
  phrase: 'Bad Request',
  code: 'BODY_SYNTAX',
  title: 'The request cannot be read',
  detail: 'this is not HTTP as the server knows it',
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    phrase: 'Request Header Fields Too Large',
    code: 'TOO_LARGE',
    title: 'The request is too large',
    detail: 'the address and the headers together are too long',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    phrase: 'Request Timeout',
    code: 'BODY_SYNTAX',
    title: 'The request cannot be read',
    detail: 'the request did not arrive in time',
  },
}
