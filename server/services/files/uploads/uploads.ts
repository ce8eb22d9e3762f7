import type { ExpectedFile } from '../check-body.ts'
import type { ChunkHead } from './chunk-head.ts'
import { closeUpload } from './close.ts'
import { type Receiving, receiveChunk, receiveRest } from './receive.ts'
import { noUpload, tooLarge } from './upload-errors.ts'
import {
  type FileTarget,
  filesOf,
  findFile,
  insertUpload,
  type NewFile,
  removeExpired,
  removeFile,
  removeUpload,
  type UploadFile,
} from './upload-rows.ts'

type Body = ReadableStream<Uint8Array> | null

/** Uploads that go on over several requests [API10] [API11] [F1]. Somebody else's is as none: NOT_FOUND. */
export interface Uploads {
  /** @returns the id of the new upload. */
  readonly start: (owner: string, files: readonly NewFile[]) => Promise<string>
  readonly files: (owner: string, upload: string) => Promise<readonly UploadFile[]>
  readonly file: (target: FileTarget) => Promise<UploadFile>
  readonly chunk: (target: FileTarget, head: ChunkHead, body: Body) => Promise<UploadFile>
  readonly rest: (target: FileTarget, from: number, total: number | null, body: Body) => Promise<UploadFile>
  readonly close: (
    owner: string,
    upload: string,
    expected: ReadonlyMap<string, ExpectedFile>,
  ) => Promise<readonly UploadFile[]>
  readonly cancel: (owner: string, upload: string) => Promise<void>
  readonly cancelFile: (target: FileTarget) => Promise<void>
  /** Forgets uploads that nothing came for in a day. */
  readonly sweep: () => Promise<void>
  readonly maxBytes: number
}

export function createUploads(receiving: Receiving): Uploads {
  const { database, maxBytes } = receiving
  return {
    start: async (owner, files) => {
      if (files.some(({ total }) => (total ?? 0) > maxBytes)) throw tooLarge(maxBytes)
      const id = crypto.randomUUID()
      await insertUpload(database, id, owner, files)
      return id
    },
    files: async (owner, upload) => {
      const files = await filesOf(database, owner, upload)
      if (files.length === 0) throw noUpload()
      return files
    },
    file: async (target) => {
      const file = await findFile(database, target)
      if (file === null) throw noUpload()
      return file
    },
    chunk: (target, head, body) => receiveChunk(receiving, target, head, body),
    rest: (target, from, total, body) => receiveRest(receiving, target, { from, total }, body),
    close: (owner, upload, expected) => closeUpload(receiving, owner, upload, expected),
    cancel: async (owner, upload) => {
      if (!(await removeUpload(database, owner, upload))) throw noUpload()
    },
    cancelFile: async (target) => {
      if (!(await database.transaction((tx) => removeFile(tx, target)))) throw noUpload()
    },
    sweep: () => removeExpired(database),
    maxBytes,
  }
}
