import { AppError, type Problem } from '../../../errors.ts'
import { escaped, isObject, problem } from '../../../write/body.ts'
import { readFileName } from '../file-name.ts'

/** Files that one upload may have. */
export const MAX_FILES = 1000

/**
 * Reads `{_files: [<file_name>, …]}` [API10].
 *
 * @throws {AppError} VALIDATION with all that is wrong.
 */
export function readStart(body: unknown): readonly string[] {
  const files = isObject(body) ? body._files : undefined
  if (!isObject(body) || !Array.isArray(files)) {
    throw new AppError(
      problem(isObject(body) && files !== undefined ? '/_files' : '', 'expected _files with names of files'),
    )
  }
  if (files.length === 0 || files.length > MAX_FILES) {
    throw new AppError(problem('/_files', `expected 1 to ${MAX_FILES} names of files`))
  }
  const problems: Problem[] = Object.keys(body)
    .filter((member) => member !== '_files')
    .map((member) => problem(`/${escaped(member)}`, 'expected no member but _files'))
  const names = files.map((value: unknown, index) => readFileName(value, `/_files/${index}`, problems) ?? '')
  for (const [index, name] of names.entries()) {
    if (name !== '' && names.indexOf(name) < index) {
      problems.push(problem(`/_files/${index}`, `expected another name: ${JSON.stringify(name)} is there already`))
    }
  }
  if (problems.length > 0) throw new AppError(problems)
  return names
}
