import { notAllowed } from '../errors.ts'

/** Methods that no fetch sends: they are for the next hop, or show what it was told (Fetch, section 2.2.1). */
const NEVER_SENT = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** Whether a request of that method can be handed to a service. @throws {AppError} METHOD_NOT_ALLOWED */
export function requireSendable(method: string): void {
  if (NEVER_SENT.has(method.toUpperCase())) notAllowed('GET, HEAD, POST, PUT, PATCH, DELETE')
}
