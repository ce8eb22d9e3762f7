import { AppError } from '../../errors.ts'
import type { BlobStore } from './blob-stores/blob-store.ts'
import { contentTypeOf } from './content-type.ts'
import type { Descriptor } from './descriptor.ts'
import type { FileMeans } from './means.ts'
import { Measure } from './measure.ts'
import type { OpenedFile } from './sources/source.ts'

/** What was stored. */
export interface Copied {
  readonly size: number
  /** Hex. */
  readonly md5: string
  readonly contentType: string
}

/**
 * Copies an opened file to a store, and compares it with what was announced of it while it streams.
 *
 * @throws {AppError} UPLOAD_MISMATCH, TOO_LARGE; then nothing is left in the store.
 */
export async function copyFile(
  file: Pick<Descriptor, 'name' | 'size' | 'sizeMember' | 'md5' | 'pointer'>,
  opened: OpenedFile,
  store: BlobStore,
  key: string,
  { means, maxBytes }: { readonly means: Pick<FileMeans, 'md5'>; readonly maxBytes: number },
): Promise<Copied> {
  const { name, pointer } = file
  const contentType = contentTypeOf(name, opened.contentType)
  const mismatch = (member: string, expected: string, found: string): AppError => {
    const detail = `${JSON.stringify(name)}: expected ${expected}, found ${found}`
    return new AppError({ code: 'UPLOAD_MISMATCH', pointer: `${pointer}/${member}`, detail })
  }
  const wrongSize = (found: string): AppError => mismatch(file.sizeMember, `${file.size} bytes`, found)
  try {
    if (file.size !== null && opened.size !== null && opened.size !== file.size) throw wrongSize(`${opened.size}`)
    if ((file.size ?? opened.size ?? 0) > maxBytes) throw tooLarge(pointer, maxBytes)
  } catch (error) {
    await opened.body.cancel(error).catch(() => undefined)
    throw error
  }
  const measure = new Measure(means.md5(), (size) => {
    if (size > maxBytes) throw tooLarge(pointer, maxBytes)
    if (file.size !== null && size > file.size) throw wrongSize('more')
  })
  const checked = measure.over(opened.body, ({ size, md5 }) => {
    if (file.size !== null && size !== file.size) throw wrongSize(`${size}`)
    if (file.md5 !== null && md5 !== file.md5) throw mismatch('_md5', `the MD5 ${file.md5}`, md5)
  })
  try {
    await store.put(key, checked, { size: file.size ?? opened.size, contentType })
  } catch (error) {
    // what a store makes of a body that breaks off says nothing of why
    throw measure.fault ?? error
  }
  return { ...measure.result(), contentType }
}

function tooLarge(pointer: string, maxBytes: number): AppError {
  return new AppError({ code: 'TOO_LARGE', pointer, detail: `a file may have at most ${maxBytes} bytes` })
}
