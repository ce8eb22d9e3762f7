import { extensionOf } from './file-name.ts'

/** Content types by extension: what catalogues of media hold. What is in none is bytes. */
const TYPES: Readonly<Record<string, string>> = {
  '.aac': 'audio/aac',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.csv': 'text/csv',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.flac': 'audio/flac',
  '.gif': 'image/gif',
  '.heic': 'image/heic',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.m4a': 'audio/mp4',
  '.m4v': 'video/mp4',
  '.mkv': 'video/x-matroska',
  '.mov': 'video/quicktime',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.mpd': 'application/dash+xml',
  '.mpeg': 'video/mpeg',
  '.mxf': 'application/mxf',
  '.ogg': 'audio/ogg',
  '.ogv': 'video/ogg',
  '.opus': 'audio/ogg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.srt': 'application/x-subrip',
  '.svg': 'image/svg+xml',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.ts': 'video/mp2t',
  '.ttml': 'application/ttml+xml',
  '.txt': 'text/plain',
  '.vtt': 'text/vtt',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
}

const UNKNOWN = 'application/octet-stream'
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/

/** The content type of a file: what its source tells, unless that is nothing in particular, else by its name. */
export function contentTypeOf(name: string, told: string | null = null): string {
  const type = told?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (MEDIA_TYPE.test(type) && type !== UNKNOWN && type !== 'binary/octet-stream') return type
  const extension = extensionOf(name)
  return Object.hasOwn(TYPES, extension) ? (TYPES[extension] as string) : UNKNOWN
}

export type PlaybackType = 'hls' | 'dash' | 'progressive' | 'image' | 'document'

const MANIFESTS: Readonly<Record<string, PlaybackType>> = {
  'application/vnd.apple.mpegurl': 'hls',
  'application/x-mpegurl': 'hls',
  'audio/mpegurl': 'hls',
  'application/dash+xml': 'dash',
}

/** How a file is shown or played [ENT:_playback_type]: its extension decides over manifests, its content type over the rest. */
export function playbackTypeOf(name: string, contentType: string): PlaybackType {
  const manifest = MANIFESTS[contentType] ?? MANIFESTS[contentTypeOf(name)]
  if (manifest !== undefined) return manifest
  if (contentType.startsWith('image/')) return 'image'
  return /^(?:video|audio)\/|^application\/mxf$/.test(contentType) ? 'progressive' : 'document'
}
