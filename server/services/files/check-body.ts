import { AppError, type Problem } from '../../errors.ts'
import { escaped, isObject } from '../../write/body.ts'

/** What a file is said to be after its upload [UP3]. */
export interface ExpectedFile {
  /** In bytes. */
  readonly size: number
  /** Hex, in lower case; null: not to be checked. */
  readonly md5: string | null
}

const ROOT = '/_filesToValidate'

/** Where a file, or a member of it, stands in a checkupload body. */
export function checkPointer(name: string, member?: 'Item1' | 'Item2'): string {
  return `${ROOT}/${escaped(name)}${member === undefined ? '' : `/${member}`}`
}

/**
 * Reads a checkupload body: `_filesToValidate`, by name `{Item1: <size in bytes>, Item2: <MD5>}` (specification,
 * "Checkupload body").
 *
 * @throws {AppError} VALIDATION with all that is wrong; `Item2` may be missing where MD5s need not be given [UP9].
 */
export function readCheckBody(body: unknown, needsMd5: boolean): ReadonlyMap<string, ExpectedFile> {
  if (!isObject(body) || !isObject(body._filesToValidate)) {
    const pointer = isObject(body) && body._filesToValidate !== undefined ? ROOT : ''
    throw new AppError(invalid(pointer, 'expected _filesToValidate with an object {"<file name>": {Item1, Item2}}'))
  }
  const problems: Problem[] = Object.keys(body)
    .filter((member) => member !== '_filesToValidate')
    .map((member) => invalid(`/${escaped(member)}`, 'expected no member but _filesToValidate'))
  const files = new Map<string, ExpectedFile>()
  for (const [name, value] of Object.entries(body._filesToValidate)) {
    const file = expectedFile(name, value, needsMd5, problems)
    if (file !== null) files.set(name, file)
  }
  if (problems.length > 0) throw new AppError(problems)
  return files
}

function expectedFile(name: string, value: unknown, needsMd5: boolean, problems: Problem[]): ExpectedFile | null {
  if (!isObject(value)) {
    problems.push(invalid(checkPointer(name), 'expected {Item1: <size in bytes>, Item2: <MD5>}'))
    return null
  }
  const { Item1: size, Item2: md5 } = value
  const hasSize = typeof size === 'number' && Number.isSafeInteger(size) && size >= 0
  if (!hasSize) problems.push(invalid(checkPointer(name, 'Item1'), 'expected the size in bytes'))
  const isAbsent = md5 === undefined || md5 === null || md5 === ''
  const isHash = typeof md5 === 'string' && /^[\da-f]{32}$/i.test(md5)
  const hasMd5 = isHash || (isAbsent && !needsMd5)
  if (!hasMd5) problems.push(invalid(checkPointer(name, 'Item2'), 'expected the MD5 as 32 hexadecimal digits'))
  return hasSize && hasMd5 ? { size, md5: isHash ? md5.toLowerCase() : null } : null
}

function invalid(pointer: string, detail: string): Problem {
  return { code: 'VALIDATION', pointer, detail }
}
