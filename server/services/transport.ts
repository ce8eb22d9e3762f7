import { AppError } from '../errors.ts'
import { serviceDown } from './service-down.ts'

/** How a request reaches a service: in this process or over HTTP, which callers cannot tell. */
export type Send = (request: Request) => Promise<Response>

export type Fetch = (request: Request) => Response | Promise<Response>

/**
 * Joins a client to a service.
 *
 * @param fetch the service's own app in this process; with a `url`, what sends over the network.
 * @param url where the service runs when it is elsewhere; takes the place of the requests' origin.
 * @returns a `Send` that rejects with DEPENDENCY_DOWN when the service cannot be reached.
 */
export function transport(fetch: Fetch, url?: string): Send {
  if (url === undefined) return async (request) => fetch(request)
  const base = url.replace(/\/+$/, '')
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    try {
      return await fetch(new Request(`${base}${pathname}${search}`, request))
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason
      // where it stands is told to the log alone: this goes to whoever asks
      throw serviceDown('a service cannot be reached', new Error(`${base} cannot be reached`, { cause: error }))
    }
  }
}

/** Gives up after `ms` milliseconds with DEPENDENCY_DOWN, whether the service listens to the request's signal or not. */
export function withTimeout(send: Send, ms: number): Send {
  return async (request) => {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        const error = serviceDown(`no answer from ${new URL(request.url).pathname} within ${ms} ms`)
        reject(error)
        abort.abort(error)
      }, ms)
    })
    const signal = AbortSignal.any([request.signal, abort.signal])
    try {
      return await Promise.race([send(new Request(request, { signal })), late])
    } finally {
      clearTimeout(timer)
    }
  }
}

export interface RetryOptions {
  /** Attempts after the first one. */
  readonly retries: number
  /** Between two attempts, in milliseconds. */
  readonly interval: number
  /** Requests that may be sent twice; GET and HEAD unless told otherwise. */
  readonly repeatable?: (request: Request) => boolean
  readonly sleep?: (ms: number) => Promise<void>
}

/** Sends again what a service that is down for the moment (502, 503, 504 or unreachable) did not answer. */
export function withRetry(send: Send, options: RetryOptions): Send {
  const { retries, interval, repeatable = isSafe, sleep = wait } = options
  return async (request) => {
    if (!repeatable(request)) return send(request)
    for (let left = retries; left > 0; left -= 1) {
      const answer = await attempt(send, request.clone())
      if (answer !== null) return answer
      request.signal.throwIfAborted()
      await sleep(interval)
    }
    return send(request)
  }
}

/** The answer; null when the service is down for the moment. */
async function attempt(send: Send, request: Request): Promise<Response | null> {
  try {
    const response = await send(request)
    if (![502, 503, 504].includes(response.status)) return response
    await response.body?.cancel()
    return null
  } catch (error) {
    if (error instanceof AppError && error.problems[0]?.code === 'DEPENDENCY_DOWN') return null
    throw error
  }
}

function isSafe(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
