import { AppError, type Problem } from '../../../errors.ts'
import { fileNameFault } from '../file-name.ts'
import { RAW_TYPE } from './chunk-head.ts'
import type { NewFile } from './upload-rows.ts'

/** The version of the tus protocol spoken here. */
export const TUS_VERSION = '1.0.0'

/** What an OPTIONS request is told. */
export const tusAbilities = (maxBytes: number): Readonly<Record<string, string>> => ({
  'tus-resumable': TUS_VERSION,
  'tus-version': TUS_VERSION,
  'tus-extension': 'creation,creation-with-upload,creation-defer-length,expiration,termination',
  'tus-max-size': String(maxBytes),
})

const MAX_METADATA = 4096
/** The name of a file whose sender gives none. */
const UNNAMED = 'file'

/**
 * The file that a tus client announces: its size, and of `Upload-Metadata` the name and the type.
 *
 * @throws {AppError} PARAMETER for headers that cannot be read, VALIDATION for a name that is none.
 */
export function announcedFile(headers: Headers): NewFile {
  const total = uploadLength(headers)
  const isDeferred = headers.get('upload-defer-length') === '1'
  if ((total === null) !== isDeferred) {
    throw wrong('Upload-Length', 'expected the size of the file in bytes, or Upload-Defer-Length: 1')
  }
  const metadata = headers.get('upload-metadata')
  const values = metadataOf(metadata ?? '')
  const name = values.get('filename') ?? values.get('name') ?? UNNAMED
  const fault = fileNameFault(name)
  if (fault !== null) {
    throw wrong('Upload-Metadata', `expected for filename ${fault}`, 'VALIDATION')
  }
  const type = values.get('filetype') ?? values.get('type') ?? ''
  const contentType = /^[\w!#$&^.+-]{1,63}\/[\w!#$&^.+-]{1,63}$/.test(type) ? type.toLowerCase() : null
  return { name, total, contentType, metadata }
}

/** `Upload-Length`, null where it is not there. @throws {AppError} PARAMETER */
export function uploadLength(headers: Headers): number | null {
  const text = headers.get('upload-length')
  return text === null ? null : count('Upload-Length', text)
}

/** `Upload-Offset`. @throws {AppError} PARAMETER */
export function uploadOffset(headers: Headers): number {
  return count('Upload-Offset', headers.get('upload-offset') ?? '')
}

/** @throws {AppError} UNSUPPORTED_MEDIA_TYPE for a body that is not the bytes themselves. */
export function requireRaw(headers: Headers): void {
  const type = headers.get('content-type') ?? ''
  if (type.split(';')[0]?.trim().toLowerCase() === RAW_TYPE) return
  const detail = `expected a body of type ${RAW_TYPE}, not ${JSON.stringify(type)}`
  throw new AppError({ code: 'UNSUPPORTED_MEDIA_TYPE', header: 'Content-Type', detail })
}

/** Pairs of a key and a value in base64, separated by commas. */
function metadataOf(text: string): ReadonlyMap<string, string> {
  const expected = 'expected pairs of a key and a value in base64, separated by commas'
  if (text.length > MAX_METADATA) throw wrong('Upload-Metadata', `expected at most ${MAX_METADATA} characters`)
  const pairs = text.split(',').map((pair) => pair.trim())
  return new Map(
    pairs
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [key = '', value = '', ...more] = pair.split(/ +/)
        const decoded = base64Text(value)
        if (more.length > 0 || decoded === null) throw wrong('Upload-Metadata', expected)
        return [key, decoded]
      }),
  )
}

function base64Text(value: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(value), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return null
  }
}

function count(header: string, text: string): number {
  const value = Number(text)
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(value)) throw wrong(header, 'expected a count of bytes')
  return value
}

function wrong(header: string, detail: string, code: Problem['code'] = 'PARAMETER'): AppError {
  return new AppError({ code, header, detail })
}
