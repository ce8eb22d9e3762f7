import { flushSync } from 'react-dom'
import type { PageResponse } from '../../../shared/page.ts'
import { dataOf } from './all-editors.ts'
import type { Conflict, Editor, Merge } from './editor.ts'
import type { PageEdits } from './page-edits.ts'

/*
 * Nothing keeps the user from typing while a newer page is looked at: what it comes to is found anew from the editors as
 * they stand, right before it is put beneath them.
 */

/** A component with unsaved edits is not on the page as it came: showing that would lose them. */
export class MissingPart extends Error {
  readonly title: string

  constructor(title: string) {
    super(`“${title}” could not be loaded.`)
    this.name = 'MissingPart'
    this.title = title
  }
}

/** What each editor needs to merge, by its key. */
export type Prepared = ReadonlyMap<string, unknown>

/** @throws {MissingPart} */
export async function prepareAll(edits: PageEdits, fresh: Pick<PageResponse, 'data'>): Promise<Prepared> {
  refuseMissing(edits, fresh)
  const there = edits.editors().filter(({ key }) => dataOf(fresh, key) !== undefined)
  const entries = there.map(async ({ key, prepare }): Promise<[string, unknown]> => {
    const data = dataOf(fresh, key)
    return [key, prepare === undefined ? data : await prepare(data)]
  })
  return new Map(await Promise.all(entries))
}

/** @throws {MissingPart} */
export function refuseMissing(edits: PageEdits, fresh: Pick<PageResponse, 'data'>): void {
  const lost = missingPart(edits, fresh)
  if (lost !== undefined) throw new MissingPart(lost.title)
}

/** An editor whose edits would go with its component; the page leaves out what failed. */
export function missingPart(edits: PageEdits, fresh: Pick<PageResponse, 'data'>): Editor | undefined {
  return edits.editors().find(({ key, changes }) => changes > 0 && dataOf(fresh, key) === undefined)
}

export interface Part {
  readonly editor: Editor
  readonly merge: Merge
}

/** What the edits come to with what was prepared, as they are on the screen now. */
export function mergeAll(edits: PageEdits, prepared: Prepared): readonly Part[] {
  flushSync(() => undefined)
  return edits
    .editors()
    .filter(({ key }) => prepared.has(key))
    .map((editor) => ({ editor, merge: editor.merge(prepared.get(editor.key)) }))
}

/** What the user said to conflicts, each as it was asked. */
export interface Answers {
  readonly given: ReadonlyMap<string, { readonly text: string; readonly theirs: boolean }>
}

export const NO_ANSWERS: Answers = { given: new Map() }

export function conflictId({ key }: Editor, { id }: Conflict): string {
  return `${key}/${id}`
}

/** Conflicts that were not asked about, or are others by now. */
export function unanswered({ editor, merge }: Part, { given }: Answers): readonly Conflict[] {
  return merge.conflicts.filter((conflict) => given.get(conflictId(editor, conflict))?.text !== textOf(conflict))
}

/** @param theirs ids of the conflicts that are given up. */
export function withAnswers(
  { given }: Answers,
  asked: readonly { readonly id: string; readonly conflict: Conflict }[],
  theirs: ReadonlySet<string>,
): Answers {
  const now = asked.map(({ id, conflict }) => [id, { text: textOf(conflict), theirs: theirs.has(id) }] as const)
  return { given: new Map([...given, ...now]) }
}

/** Conflicts that are left to them. */
export function givenUp({ editor, merge }: Part, { given }: Answers): readonly Conflict[] {
  return merge.conflicts.filter((conflict) => given.get(conflictId(editor, conflict))?.theirs === true)
}

function textOf({ mine, theirs }: Conflict): string {
  return JSON.stringify([mine.value, theirs.value])
}
