import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { digest } from './digest.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const COMPRESSED = /\.(css|html|js|json|map|svg|txt|wasm|webmanifest)$/
const WORTH_COMPRESSING = 1024

interface StoredFile {
  readonly modified: number
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly tag: string
  readonly contentType: string
  readonly variants: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>
}

type Encoding = 'br' | 'gzip'

/** Serves a folder's files from memory, compressed once each; a file that changed on disk is read again. */
export function staticFiles(root: string): (path: string, request: Headers) => Promise<Response | null> {
  const stored = new Map<string, StoredFile>()
  return async (path, request) => {
    const file = await load(root, path, stored)
    if (file === null) return null
    const encoding = COMPRESSED.test(path) && file.bytes.length >= WORTH_COMPRESSING ? accepted(request) : null
    // a tag names one sequence of bytes, so each encoding has its own
    const etag = `"${file.tag}${encoding === null ? '' : `-${encoding}`}"`
    const headers = new Headers({ etag, vary: 'accept-encoding' })
    if (matches(request.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
    headers.set('content-type', file.contentType)
    if (encoding === null) return new Response(file.bytes, { headers })
    headers.set('content-encoding', encoding)
    return new Response(await variant(file, encoding), { headers })
  }
}

async function load(root: string, path: string, stored: Map<string, StoredFile>): Promise<StoredFile | null> {
  const name = fileName(root, path)
  if (name === null) return null
  const stats = await stat(name).catch(() => null)
  if (stats === null || !stats.isFile()) return null
  const known = stored.get(name)
  if (known !== undefined && known.modified === stats.mtimeMs) return known
  const bytes = new Uint8Array(await readFile(name))
  const contentType = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream'
  const file = { modified: stats.mtimeMs, bytes, tag: digest(bytes), contentType, variants: new Map() }
  stored.set(name, file)
  return file
}

/** The file a URL path names, or null when it would lie outside the folder. */
function fileName(root: string, path: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return null
  }
  if (decoded.includes('\0')) return null
  const name = normalize(join(root, decoded))
  return name.startsWith(root + sep) ? name : null
}

function accepted(request: Headers): Encoding | null {
  const header = request.get('accept-encoding') ?? ''
  const offers = (name: string): boolean => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(header)
  return offers('br') ? 'br' : offers('gzip') ? 'gzip' : null
}

function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

function variant(file: StoredFile, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const known = file.variants.get(encoding)
  if (known !== undefined) return known
  const made = (encoding === 'br' ? brotli(file.bytes) : promisify(gzip)(file.bytes)).then(
    (bytes) => new Uint8Array(bytes),
  )
  file.variants.set(encoding, made)
  return made
}

function brotli(bytes: Uint8Array): Promise<Uint8Array> {
  // the highest quality takes seconds for a script of a megabyte
  return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
}
