import { AppError, type Problem } from '../../../errors.ts'
import { problem } from '../../../write/body.ts'
import type { BlobStore } from '../blob-stores/blob-store.ts'
import { isEndpoint } from '../blob-stores/endpoint.ts'
import { StoreFault } from '../blob-stores/object-request.ts'
import { readPlain } from './credentials.ts'
import type { OpenedFile } from './source.ts'

type Members = Readonly<Record<string, unknown>>

/** An object of somebody's cloud storage as the file of a descriptor. @throws {AppError} VALIDATION */
export async function openObject(store: BlobStore, key: string, pointer: string): Promise<OpenedFile> {
  try {
    const found = await store.get(key)
    if (found !== null) return { ...found, contentType: null }
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error
    throw new AppError(problem(pointer, `the file cannot be fetched: ${error.message}`))
  }
  throw new AppError(problem(`${pointer}/_filename`, `there is no object ${JSON.stringify(key)}`))
}

/** A text that must be given. */
export function readNeeded(value: Members, member: string, pointer: string, problems: Problem[]): string {
  const before = problems.length
  const text = readPlain(value[member], `${pointer}/${member}`, problems)
  if (text === null && problems.length === before) problems.push(problem(`${pointer}/${member}`, 'is required'))
  return text ?? ''
}

/** The folder that the file is in, without slashes around it; empty where none is given. */
export function readFolder({ _subfolder: folder }: Members, pointer: string, problems: Problem[]): string {
  const text = readPlain(folder, `${pointer}/_subfolder`, problems) ?? ''
  const trimmed = text.replaceAll(/^\/+|\/+$/g, '')
  if (trimmed.split('/').some((part) => part === '.' || part === '..'))
    problems.push(problem(`${pointer}/_subfolder`, 'expected a folder without the steps . and ..'))
  return trimmed
}

/** Where a storage answers that is not its provider's own; null where none is given. */
export function readEndpoint({ _endpoint: endpoint }: Members, pointer: string, problems: Problem[]): string | null {
  const text = readPlain(endpoint, `${pointer}/_endpoint`, problems)
  if (text === null) return null
  if (!isEndpoint(text))
    problems.push(
      problem(`${pointer}/_endpoint`, 'expected an address that begins with http:// or https://, without a user in it'),
    )
  return text
}
