import { flushSync } from 'react-dom'
import type { ErrorObject } from '../../../shared/envelope.ts'
import type { PageResponse } from '../../../shared/page.ts'
import type { ComponentEdits } from '../../../shared/page-save.ts'
import type { Editor } from './editor.ts'
import type { PageEdits } from './page-edits.ts'

/*
 * What is done with all editors of a page at once. Each gives a new editor with every render, and the one before knows
 * nothing of what it changed: therefore everything that changes them is flushed before they are asked again.
 */

/** The editors with something to save, as they stand on the page. */
export function editorsToSave(edits: PageEdits, keys: readonly string[], isNew: boolean): readonly Editor[] {
  return edits
    .editors()
    .filter(({ changes, makesRecord }) => changes > 0 || (isNew && makesRecord === true))
    .toSorted((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key))
}

/** Lets the editors show what is wrong, and brings the user to the first of it; true when all may be sent. */
export function checkAll(edits: PageEdits, editors: readonly Editor[]): boolean {
  const wrong: string[] = []
  flushSync(() => {
    for (const editor of editors) if (!editor.check()) wrong.push(editor.key)
  })
  bringTo(edits, wrong[0])
  return wrong.length === 0
}

export function collectAll(editors: readonly Editor[]): ComponentEdits[] {
  return editors.map((editor) => ({ key: editor.key, data: editor.collect() }))
}

/** @param fresh the page as it is now; null: it is not to be had. @param show puts it on the screen. */
export function settleAll(
  edits: PageEdits,
  sent: readonly ComponentEdits[],
  fresh: PageResponse | null,
  show: (page: PageResponse) => void,
): void {
  flushSync(() => {
    for (const { key, data } of sent) editorOf(edits, key)?.settle(data, fresh && dataOf(fresh, key))
    if (fresh !== null) show(fresh)
  })
}

/** Lets the components tell what they are blamed for, and gives back what none has a place for. */
export function refuseAll(
  edits: PageEdits,
  blamed: ReadonlyMap<string, readonly ErrorObject[]>,
): readonly ErrorObject[] {
  const left: ErrorObject[] = []
  flushSync(() => {
    for (const [key, errors] of blamed) left.push(...(editorOf(edits, key)?.refuse(errors) ?? errors))
  })
  bringTo(
    edits,
    [...blamed.keys()].find((key) => (editorOf(edits, key)?.problems ?? 0) > 0),
  )
  return left
}

export function editorOf(edits: PageEdits, key: string): Editor | undefined {
  return edits.editors().find((editor) => editor.key === key)
}

/** A component's data; undefined where the page has no such component. */
export function dataOf(page: Pick<PageResponse, 'data'>, key: string): unknown {
  return page.data.components.find((component) => component.key === key)?.data
}

function bringTo(edits: PageEdits, key: string | undefined): void {
  if (key === undefined) return
  flushSync(() => edits.reveal(key))
  editorOf(edits, key)?.focusProblem()
}
