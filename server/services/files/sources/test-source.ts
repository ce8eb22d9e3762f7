import type { Problem } from '../../../errors.ts'
import { AppError } from '../../../errors.ts'
import { serverFiles } from '../../../runtime/server-files.ts'
import { parseAllowedHosts } from '../outside/allowed-hosts.ts'
import { createOutsideHosts } from '../outside/outside-hosts.ts'
import type { FileSource, OpenedFile, SourceContext } from './source.ts'

const POINTER = '/x/0/_links/_files/0'

/** What is wrong with a descriptor: pointers below it. */
export function parseProblems<D>(source: FileSource<D>, value: object): readonly (string | undefined)[] {
  const problems: Problem[] = []
  const read = source.parse(value as Readonly<Record<string, unknown>>, POINTER, problems)
  if ((read === null) !== problems.length > 0) throw new Error('expected a descriptor or problems')
  return problems.map(({ pointer }) => pointer?.slice(POINTER.length + 1))
}

/** Opens what a descriptor names, with the loopback allowed. */
export async function openSource<D>(
  source: FileSource<D>,
  value: object,
  context: Partial<SourceContext> & { readonly name?: string } = {},
): Promise<OpenedFile> {
  const problems: Problem[] = []
  const descriptor = source.parse(value as Readonly<Record<string, unknown>>, POINTER, problems)
  if (descriptor === null || problems.length > 0) throw new AppError(problems)
  const allowed = parseAllowedHosts('127.0.0.1')
  if (allowed === null) throw new Error('cannot read the allowed hosts')
  const means = serverFiles({ dataDir: '.' })
  const limits = { maxBytes: 1_000_000, wholeMs: 5000, answerMs: 1000, idleMs: 300 }
  const outside = createOutsideHosts(means.network, allowed, limits)
  const given = { pointer: POINTER, name: 'file.txt', caller: 'user:1', means, outside, maxBytes: limits.maxBytes }
  const opened = await source.open(descriptor, { ...given, ...context } as SourceContext)
  if (opened === null) throw new Error('expected a file')
  return opened
}

export async function textOf({ body }: OpenedFile): Promise<string> {
  return new Response(body).text()
}

/** Where the one problem of a refusal is, and what it says. */
export async function refusal(work: Promise<unknown>): Promise<readonly [string | undefined, string]> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw error ?? new Error('expected a refusal')
  const [{ code, pointer, detail } = { code: 'INTERNAL', detail: '' }] = error.problems
  if (code !== 'VALIDATION' || error.problems.length !== 1) throw error
  return [pointer?.slice(POINTER.length + 1), detail]
}
