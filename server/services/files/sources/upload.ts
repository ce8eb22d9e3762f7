import { AppError } from '../../../errors.ts'
import { problem } from '../../../write/body.ts'
import { contentTypeOf } from '../content-type.ts'
import { joined } from '../uploads/stage.ts'
import { findFile, isComplete, piecesOfFile, removeFile } from '../uploads/upload-rows.ts'
import type { FileSource } from './source.ts'

interface UploadedFile {
  readonly upload: string
  readonly name: string
}

/** A file that was uploaded before, by the same caller [F1.f]; the upload of it ends with the save. */
export const upload: FileSource<UploadedFile> = {
  name: 'upload',
  members: ['_id'],
  parse: ({ _id: id }, pointer, problems) => {
    const [, upload, name] = typeof id === 'string' ? (/^([\w-]{1,64})\/([^/]+)$/.exec(id) ?? []) : []
    if (upload !== undefined && name !== undefined) return { upload, name }
    problems.push(problem(`${pointer}/_id`, 'expected the _id of an uploaded file'))
    return null
  },
  nameOf: ({ name }) => name,
  open: async (uploaded, { caller, database, pointer, stores }) => {
    const target = { ...uploaded, owner: caller ?? '' }
    const file = await findFile(database, target)
    if (file === null) throw refused(pointer, 'there is no such upload: it was used already, or has expired')
    if (!isComplete(file)) {
      throw refused(
        pointer,
        `the upload is not complete: ${file.received} bytes of ${file.total ?? 'unknown many'} came`,
      )
    }
    const { name, received } = file
    // a header of the chunks says less than the name: some clients send one that means nothing
    const contentType = contentTypeOf(name) === contentTypeOf('') ? file.contentType : null
    return {
      body: joined(await piecesOfFile(database, target), stores),
      size: received,
      contentType,
      attached: async (tx) => {
        if (!(await removeFile(tx, target))) throw refused(pointer, 'the upload was used or cancelled meanwhile')
      },
    }
  },
}

function refused(pointer: string, detail: string): AppError {
  return new AppError(problem(`${pointer}/_id`, detail))
}
