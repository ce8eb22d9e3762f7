import type { Context, MiddlewareHandler } from 'hono'
import { type AppEnv, requireCaller } from '../../../http.ts'
import { fileHeaders, fileHref } from './file-answer.ts'
import { announcedFile, requireRaw, TUS_VERSION, tusAbilities, uploadLength, uploadOffset } from './tus-headers.ts'
import type { FileTarget } from './upload-rows.ts'
import type { Uploads } from './uploads.ts'

/** Whether a request is of the tus protocol, which shares its addresses with the service's own [F1.g]. */
export const isTus = (c: Context<AppEnv>): boolean => c.req.header('tus-resumable') !== undefined

/**
 * Answers OPTIONS with what tus can do here, refuses versions that are not spoken, and says in which one it answers (tus
 * 1.0, "Tus-Resumable").
 */
export function tusVersion(maxBytes: number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: tusAbilities(maxBytes) })
    const version = c.req.header('tus-resumable')
    if (version === undefined) return next()
    if (version !== TUS_VERSION) {
      return new Response(null, { status: 412, headers: { 'tus-version': TUS_VERSION, 'tus-resumable': TUS_VERSION } })
    }
    await next()
    c.header('tus-resumable', TUS_VERSION)
  }
}

/** Starts the upload of one file, whose first bytes may come along (tus 1.0, "Creation"). */
export async function createByTus(c: Context<AppEnv>, uploads: Uploads): Promise<Response> {
  const { headers, body } = c.req.raw
  const file = announcedFile(headers)
  const brings = body !== null && headers.get('content-type') !== null && headers.get('content-length') !== '0'
  if (brings) requireRaw(headers)
  const { key: owner } = requireCaller(c)
  const upload = await uploads.start(owner, [file])
  const target = { owner, upload, name: file.name }
  const state = brings ? await uploads.rest(target, 0, file.total, body) : await uploads.file(target)
  return new Response(null, {
    status: 201,
    headers: { ...fileHeaders(state), location: fileHref(upload, file.name) },
  })
}

/** Takes what comes from an offset on (tus 1.0, "PATCH"). */
export async function appendByTus(c: Context<AppEnv>, uploads: Uploads, target: FileTarget): Promise<Response> {
  const { headers, body } = c.req.raw
  requireRaw(headers)
  const file = await uploads.rest(target, uploadOffset(headers), uploadLength(headers), body)
  return new Response(null, { status: 204, headers: fileHeaders(file) })
}
