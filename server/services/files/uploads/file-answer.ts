import { isComplete, type UploadFile } from './upload-rows.ts'

const BASE = '/api/v1/$upload'

export const uploadHref = (upload: string): string => `${BASE}/${upload}`

/** The address of a file; its name is encoded in it [UP2]. */
export const fileHref = (upload: string, name: string): string => `${uploadHref(upload)}/${encodeURIComponent(name)}`

/** A file in the answer to the start of its upload [UP1]. */
export function startedFile(upload: string, name: string): Readonly<Record<string, unknown>> {
  return { _id: `${upload}/${name}`, _href: fileHref(upload, name) }
}

/** How far a file has come, for a body. */
export function fileState(file: UploadFile): Readonly<Record<string, unknown>> {
  const { upload, name, received, total, md5 } = file
  return { ...startedFile(upload, name), _offset: received, _fileSize: total, _md5: md5, _complete: isComplete(file) }
}

/** How far a file has come, as headers [F1.b]. */
export function fileHeaders(file: UploadFile): Readonly<Record<string, string>> {
  const { received, total, expires } = file
  return {
    'upload-offset': String(received),
    'upload-complete': isComplete(file) ? '?1' : '?0',
    ...(total === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(total) }),
    'upload-expires': expires.toUTCString(),
    'cache-control': 'no-store',
  }
}
