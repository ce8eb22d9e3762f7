import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PageResponse } from '../../../shared/page.ts'
import { ApiError } from '../api/api-error.ts'
import { usePage } from '../routing/page-context.ts'
import { dataOf } from './all-editors.ts'
import type { Conflict, Editor, Merge, MergedRecord } from './editor.ts'
import type { MergedChanges } from './merged-text.ts'
import { usePageEdits } from './page-edits.ts'
import { NOBODY_KNOWN, versionOf, type Whose, whoChanged } from './who-changed.ts'

/** A field that both changed, and who was the other. */
export interface AskedConflict {
  /** Tells it from the other conflicts of the page. */
  readonly id: string
  readonly conflict: Conflict
  readonly whose: Whose
}

export interface MergeQuestion {
  readonly conflicts: readonly AskedConflict[]
  /** Labels of what only they changed. */
  readonly taken: readonly string[]
  readonly names: readonly string[]
  /** What an answer does. */
  readonly verb: string
  /** The conflicts in which theirs is taken; null: nothing is done. */
  readonly answer: (theirs: ReadonlySet<string> | null) => void
}

interface Part {
  readonly editor: Editor
  readonly merge: Merge
  readonly whose: Whose
}

/** Brings what others saved and what is edited here together [R6]. */
export function useMerge() {
  const edits = usePageEdits()
  const page = usePage()
  const [question, setQuestion] = useState<MergeQuestion | null>(null)
  const etag = useRef(page.configuration.etag)
  // A page that another part put on the screen is not what the edits were made on.
  if (edits.sums().changes === 0) etag.current = page.configuration.etag

  const show = (fresh: PageResponse): void => {
    etag.current = fresh.configuration.etag
    page.replace(fresh)
  }

  const { mediaType, itemId } = page.configuration
  const ownRecord = (): MergedRecord | null =>
    mediaType === undefined || etag.current === undefined || !/^\d+$/.test(itemId ?? '')
      ? null
      : { mediaType, id: Number(itemId), etag: etag.current }

  /**
   * Puts the page as it is now beneath the edits, asking where both changed.
   *
   * @param verb what is done with the answer.
   * @returns null when the user put it off, and nothing is changed.
   */
  const bringIn = async (verb: string, beforeAsking: () => void): Promise<MergedChanges | null> => {
    const fresh = await page.load()
    const parts = await partsOf(edits.editors(), fresh, ownRecord())
    const conflicts = parts.flatMap(({ editor, merge, whose }) =>
      merge.conflicts.map((conflict) => ({ id: `${editor.key}/${conflict.id}`, conflict, whose })),
    )
    const taken = parts.flatMap(({ merge }) => merge.taken)
    const names = [...new Set(parts.flatMap(({ whose }) => whose.names))]
    let theirs: ReadonlySet<string> | null = new Set()
    if (conflicts.length > 0) {
      beforeAsking()
      theirs = await new Promise<ReadonlySet<string> | null>((answer) =>
        setQuestion({ conflicts, taken, names, verb, answer }),
      )
      setQuestion(null)
      if (theirs === null) return null
      if (conflicts.some(({ id, conflict }) => conflict.unsavable && !theirs?.has(id))) return null
    }
    const given = theirs
    flushSync(() => {
      for (const { editor, merge } of parts) {
        const own = merge.conflicts.filter(({ id }) => given.has(`${editor.key}/${id}`))
        merge.apply(new Set(own.map(({ id }) => id)))
      }
      show(fresh)
    })
    const left = conflicts.filter(({ id }) => given.has(id)).map(({ conflict }) => conflict.label)
    return { taken: [...taken, ...left], names }
  }

  /** Who deleted the record; null: it is there. */
  const goneBy = async (): Promise<{ readonly by: string | null } | null> => {
    const there = await page.load().then(
      () => true,
      (error: unknown) => !(error instanceof ApiError && error.status === 404),
    )
    if (there) return null
    const record = ownRecord()
    const whose = record === null ? NOBODY_KNOWN : await whoChanged(record, null)
    return { by: whose.names.at(-1) ?? null }
  }

  return { bringIn, show, goneBy, question, etagShown: () => etag.current }
}

async function partsOf(editors: readonly Editor[], fresh: PageResponse, own: MergedRecord | null): Promise<Part[]> {
  const now = versionOf(fresh.configuration.etag)
  const asked = new Map<string, Promise<Whose>>()
  const whoseOf = (merge: Merge): Promise<Whose> => {
    const record = merge.record ?? own
    if (record === null || merge.conflicts.length + merge.taken.length === 0) return Promise.resolve(NOBODY_KNOWN)
    const key = `${record.mediaType}/${record.id}`
    const known = asked.get(key) ?? whoChanged(record, merge.record === undefined ? now : null)
    asked.set(key, known)
    return known
  }
  const parts = await Promise.all(
    editors.map(async (editor): Promise<Part | null> => {
      const data = dataOf(fresh, editor.key)
      if (data === undefined || data === null) return null
      const merge = await editor.merge(data)
      return { editor, merge, whose: await whoseOf(merge) }
    }),
  )
  return parts.filter((part) => part !== null)
}
