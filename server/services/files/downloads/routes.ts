import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { AppError, notAllowed } from '../../../errors.ts'
import { type AppEnv, requireCaller } from '../../../http.ts'
import { isObject, parseJson, problem } from '../../../write/body.ts'
import type { Downloadable, FindDownload } from './downloadable.ts'
import { noSuchFile } from './record-files.ts'
import { serveFile } from './serve-file.ts'
import type { UrlSigner } from './signature.ts'

export const DOWNLOADS = '/api/v1/download/file/'
const SIGNED_SECONDS = { default: 3600, max: 7 * 24 * 3600 }

export interface DownloadParts {
  readonly find: readonly FindDownload[]
  readonly signer: UrlSigner
  readonly now?: () => number
}

/**
 * Answers downloads that need no sign-in: of files in public areas, and of signed addresses [F2.a]. It stands before the
 * authentication, which any other download goes through.
 */
export function openDownloads(parts: DownloadParts): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // every request of the service comes by here
    if (!c.req.path.startsWith(DOWNLOADS) || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) return next()
    const { pathname, searchParams } = new URL(c.req.url)
    const isSigned = searchParams.has('signature')
    const holds = isSigned && (await parts.signer.holds(pathname, searchParams))
    if (isSigned && !holds)
      throw new AppError({
        code: 'FORBIDDEN',
        parameter: 'signature',
        detail: 'the signature does not hold, or no longer',
      })
    const file = await fileAt(pathname, parts)
    if (file === null || !(holds || file.isPublic)) return next()
    return serveFile(c.req.raw, file)
  }
}

/** Downloads by right, and signatures for those who have it. */
export function downloadRoutes(parts: DownloadParts): Hono<AppEnv> {
  const { now = Date.now } = parts
  return new Hono<AppEnv>()
    .get(`${DOWNLOADS}:file/:name`, async (c) => {
      const file = await permitted(new URL(c.req.url).pathname, c, parts)
      return serveFile(c.req.raw, file)
    })
    .all(`${DOWNLOADS}:file/:name`, () => notAllowed('GET, HEAD'))
    .post('/api/v1/download/sign', async (c) => {
      const { path, seconds } = signRequest(parseJson(await c.req.text()))
      await permitted(path, c, parts)
      const expires = Math.floor(now() / 1000) + seconds
      return c.json({ _url: await parts.signer.sign(path, expires), _expires: expires })
    })
}

async function permitted(path: string, c: Context<AppEnv>, parts: DownloadParts): Promise<Downloadable> {
  const caller = requireCaller(c)
  const file = await fileAt(path, parts)
  if (file === null) throw noSuchFile()
  await file.requireRight(caller)
  return file
}

async function fileAt(path: string, { find }: DownloadParts): Promise<Downloadable | null> {
  const segments = path.slice(DOWNLOADS.length).split('/').map(decoded)
  const [owner, name] = segments
  if (segments.length !== 2 || typeof owner !== 'string' || typeof name !== 'string' || name.includes('\0')) return null
  for (const each of find) {
    const file = await each(owner, name)
    if (file !== null) return file
  }
  return null
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

function signRequest(body: unknown): { readonly path: string; readonly seconds: number } {
  if (!isObject(body)) throw new AppError(problem('', 'expected an object with "_url" and "_expiresIn"'))
  const { _url: url, _expiresIn: seconds = SIGNED_SECONDS.default } = body
  const problems = Object.keys(body)
    .filter((name) => name !== '_url' && name !== '_expiresIn')
    .map((name) => problem(`/${name}`, 'expected only "_url" and "_expiresIn"'))
  const path = typeof url === 'string' ? url.replace(/[?#].*$/, '') : ''
  if (!path.startsWith(DOWNLOADS)) problems.push(problem('/_url', 'expected the _url of a file'))
  const { max } = SIGNED_SECONDS
  const isPeriod = typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 1 && seconds <= max
  if (!isPeriod) problems.push(problem('/_expiresIn', `expected from 1 to ${max} seconds`))
  if (problems.length > 0) throw new AppError(problems)
  return { path, seconds: seconds as number }
}
