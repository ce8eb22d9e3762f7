import { DATA_API_MEDIA_TYPE, type ErrorBody, type ErrorObject } from '../../../shared/envelope.ts'
import { ApiError, isAbort, NetworkError } from './api-error.ts'

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Sign-in itself must see its own 401. */
  readonly anonymous?: boolean
}

/** Resolves `true` once the user is signed in again and the request may be repeated. */
type Reauthenticate = () => Promise<boolean>

let reauthenticate: Reauthenticate = () => Promise.resolve(false)

/** Says what happens on 401; the session sets it once. */
export function onUnauthenticated(handler: Reauthenticate): void {
  reauthenticate = handler
}

/**
 * Sends a request and gives its JSON body, `undefined` for 204.
 *
 * @throws {ApiError} for every status from 400, {NetworkError} when there was no answer.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await answer(path, options)
  if (response.status === 204) return undefined as T
  return readJson<T>(response)
}

/**
 * Sends a request and gives its body as a file.
 *
 * @throws {ApiError} for every status from 400, {NetworkError} when there was no answer, or only half of one.
 */
export async function requestFile(path: string, options: RequestOptions = {}): Promise<Blob> {
  const response = await answer(path, options)
  try {
    return await response.blob()
  } catch (error) {
    if (isAbort(error)) throw error
    throw new NetworkError(error)
  }
}

async function answer(path: string, options: RequestOptions): Promise<Response> {
  let response = await send(path, options)
  if (response.status === 401 && !options.anonymous && (await reauthenticate())) response = await send(path, options)
  if (!response.ok) throw await readError(response)
  return response
}

/** A request to the data API, which has its own content type. */
export function dataApi<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const headers: Record<string, string> = { accept: DATA_API_MEDIA_TYPE, ...options.headers }
  // A write with the session cookie says that it is JSON, a delete too, which has no body: no foreign page's form can.
  if ((options.method ?? 'GET') !== 'GET') headers['content-type'] = DATA_API_MEDIA_TYPE
  return request<T>(`/api/v1/${path}`, { ...options, headers })
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', body, headers, signal } = options
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ?? null,
    })
  } catch (error) {
    if (isAbort(error)) throw error
    throw new NetworkError(error)
  }
}

async function readJson<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T
  } catch (error) {
    if (isAbort(error)) throw error
    throw new ApiError(response.status, [unreadable(response)], response.headers.get('x-request-id'))
  }
}

async function readError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null
  const errors = Array.isArray(body?.errors) && body.errors.length > 0 ? body.errors : [unreadable(response)]
  return new ApiError(response.status, errors, response.headers.get('x-request-id'))
}

function unreadable(response: Response): ErrorObject {
  const detail = `The server answered ${response.status}${response.statusText ? ` ${response.statusText}` : ''} without an explanation.`
  return { status: String(response.status), code: 'UNREADABLE', title: 'Unexpected answer', detail }
}
