import { AppError } from '../../../errors.ts'
import type { UploadFile } from './upload-rows.ts'

/** Headers a part of a file may be wrong in: those of a chunk, and of tus. */
type PartHeader = 'Content-Range' | 'Content-MD5' | 'Upload-Offset' | 'Upload-Length'

export function noUpload(): AppError {
  return new AppError({ code: 'NOT_FOUND', detail: 'there is no such upload, or it has expired' })
}

/** Another part of the file is due; the answer tells which [F1.c]. */
export function wrongOffset({ name, received }: UploadFile, header: PartHeader): AppError {
  const detail = `${JSON.stringify(name)} goes on at byte ${received}`
  const headers = { 'upload-offset': String(received) }
  return new AppError({ code: 'UPLOAD_OFFSET', header, detail, meta: { _offset: received } }, headers)
}

export function wrongPart(header: PartHeader, detail: string): AppError {
  return new AppError({ code: 'UPLOAD_MISMATCH', header, detail })
}

export function wrongLength(header: PartHeader, total: number): AppError {
  return new AppError({
    code: 'VALIDATION',
    header,
    detail: `expected ${total} as the size of the file, as told before`,
  })
}

export function tooLarge(maxBytes: number, header?: PartHeader): AppError {
  const detail = `a file may have at most ${maxBytes} bytes`
  return new AppError({ code: 'TOO_LARGE', detail, ...(header === undefined ? {} : { header }) })
}
