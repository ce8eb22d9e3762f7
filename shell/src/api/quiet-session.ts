import type { CurrentUser } from '../../../shared/session.ts'

/**
 * Who is signed in, `null` for nobody, `undefined` when that could not be told. Asked by a worker, since a browser writes
 * each 401 that a page receives to its console as an error, and a first visit is none.
 */
export function askQuietly(signal: AbortSignal): Promise<CurrentUser | null | undefined> {
  const worker = new Worker(new URL('./quiet-session-worker.ts', import.meta.url), { type: 'module' })
  const answer = new Promise<CurrentUser | null | undefined>((resolve) => {
    worker.onmessage = (event: MessageEvent<CurrentUser | null | undefined>) => resolve(event.data)
    worker.onerror = () => resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined))
  })
  return answer.finally(() => worker.terminate())
}
