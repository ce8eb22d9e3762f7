import { AppError, type Problem } from '../../../errors.ts'
import { checkPointer, type ExpectedFile } from '../check-body.ts'
import { measured } from '../measure.ts'
import type { Receiving } from './receive.ts'
import { joined } from './stage.ts'
import { noUpload } from './upload-errors.ts'
import { filesOf, lockFile, markChecked, piecesOfFile, type UploadFile } from './upload-rows.ts'

/**
 * Holds the files of an upload against what they are said to be, and closes it when all are that [F1.e].
 *
 * @throws {AppError} UPLOAD_MISMATCH with all that differs: every file of the upload must be listed, and no other.
 */
export async function closeUpload(
  receiving: Receiving,
  owner: string,
  upload: string,
  expected: ReadonlyMap<string, ExpectedFile>,
): Promise<readonly UploadFile[]> {
  const { database } = receiving
  const files = await filesOf(database, owner, upload)
  if (files.length === 0) throw noUpload()
  const names = new Set(files.map(({ name }) => name))
  const problems: Problem[] = [...expected.keys()]
    .filter((name) => !names.has(name))
    .map((name) => mismatch(checkPointer(name), `the upload has no file ${JSON.stringify(name)}`))
  const hashes = new Map<string, string>()
  for (const file of files) {
    const said = expected.get(file.name)
    if (said === undefined) {
      problems.push(mismatch('/_filesToValidate', `expected the file ${JSON.stringify(file.name)} as well`))
    } else problems.push(...(await compare(receiving, file, said, hashes)))
  }
  if (problems.length > 0) throw new AppError(problems)
  await database.transaction(async (tx) => {
    for (const { name, received } of files) {
      const md5 = hashes.get(name) ?? null
      const target = { owner, upload, name }
      const isSame = (await lockFile(tx, target)) !== null && (await markChecked(tx, target, { received, md5 }))
      if (!isSame) throw changed(name)
    }
  })
  return filesOf(database, owner, upload)
}

async function compare(
  receiving: Receiving,
  file: UploadFile,
  said: ExpectedFile,
  hashes: Map<string, string>,
): Promise<readonly Problem[]> {
  const { name, received, total } = file
  if (received !== said.size) {
    return [mismatch(checkPointer(name, 'Item1'), `expected ${said.size} bytes, found ${received}`)]
  }
  if (total !== null && total !== received) {
    return [mismatch(checkPointer(name, 'Item1'), `the file was to have ${total} bytes, of which ${received} came`)]
  }
  if (said.md5 === null) return []
  const md5 = file.md5 ?? (await hashOf(receiving, file))
  hashes.set(name, md5)
  return md5 === said.md5 ? [] : [mismatch(checkPointer(name, 'Item2'), `expected the MD5 ${said.md5}, found ${md5}`)]
}

async function hashOf({ database, stores, means }: Receiving, file: UploadFile): Promise<string> {
  const pieces = await piecesOfFile(database, file, { from: 0, to: file.received })
  return (await measured(joined(pieces, stores), means.md5())).md5
}

function mismatch(pointer: string, detail: string): Problem {
  return { code: 'UPLOAD_MISMATCH', pointer, detail }
}

function changed(name: string): AppError {
  return new AppError(mismatch(checkPointer(name), `${JSON.stringify(name)} has changed while it was checked`))
}
