import { AppError } from '../../../errors.ts'
import { problem } from '../../../write/body.ts'
import { readCredentials } from './credentials.ts'
import type { FileSource } from './source.ts'

interface WebFile {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

/** A file on the web, fetched while the caller waits [FD:web] [API7.a]; with `_user`, by basic authentication. */
export const web: FileSource<WebFile> = {
  name: 'web',
  members: ['_url', '_user', '_password'],
  parse: (value, pointer, problems) => {
    const before = problems.length
    const credentials = readCredentials(value, pointer, problems)
    const url = webAddress(value._url)
    if (url === null) {
      const detail = 'expected an address that begins with http:// or https://, without a user in it'
      problems.push(problem(`${pointer}/_url`, detail))
      return null
    }
    if (credentials?.user.includes(':')) problems.push(problem(`${pointer}/_user`, 'expected a user without a colon'))
    if (problems.length > before) return null
    return { url, headers: headersFor(credentials) }
  },
  open: async ({ url, headers }, { outside, pointer }) => {
    const response = await outside.follow(url, headers, `${pointer}/_url`)
    const fault = responseFault(response)
    if (fault !== null) {
      await response.body?.cancel().catch(() => undefined)
      throw new AppError(problem(`${pointer}/_url`, fault))
    }
    const length = response.headers.get('content-length')
    // a runtime that decodes the body leaves the length of what was sent
    const isPlain = response.headers.get('content-encoding') === null
    return {
      body: response.body ?? new Blob([]).stream(),
      size: isPlain && length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null,
      contentType: response.headers.get('content-type'),
    }
  },
}

function webAddress(value: unknown): URL | null {
  if (typeof value !== 'string' || value.length > 4000 || !URL.canParse(value)) return null
  const url = new URL(value)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && url.username === '' && url.password === '' ? url : null
}

function headersFor(credentials: ReturnType<typeof readCredentials>): Readonly<Record<string, string>> {
  const plain = { accept: '*/*', 'accept-encoding': 'identity' }
  if (credentials === null) return plain
  const bytes = new TextEncoder().encode(`${credentials.user}:${credentials.password}`)
  return { ...plain, authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }
}

/** Why an answer is not the file, or null. */
function responseFault({ status, headers }: Response): string | null {
  if (status === 401 || status === 403) return `the server refuses to give the file (status ${status})`
  if (status !== 200) return `the server answers with status ${status}`
  const encoding = headers.get('content-encoding')?.toLowerCase() ?? 'identity'
  // what no runtime undoes by itself would be stored as it is
  return ['identity', 'gzip', 'br', 'deflate'].includes(encoding) ? null : `the server sends the file as ${encoding}`
}
