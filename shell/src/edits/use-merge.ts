import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PageResponse } from '../../../shared/page.ts'
import { ApiError } from '../api/api-error.ts'
import { usePage } from '../routing/page-context.ts'
import type { Conflict, Merge, MergedRecord } from './editor.ts'
import {
  type Answers,
  conflictId,
  givenUp,
  mergeAll,
  missingPart,
  NO_ANSWERS,
  type Part,
  prepareAll,
  refuseMissing,
  unanswered,
  withAnswers,
} from './merge-all.ts'
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

/** Brings what others saved and what is edited here together [R6]. */
export function useMerge() {
  const edits = usePageEdits()
  const page = usePage()
  const [question, setQuestion] = useState<MergeQuestion | null>(null)
  const etag = useRef(page.configuration.etag)
  // A page that another part put on the screen is not what the edits were made on.
  if (edits.sums().changes === 0) etag.current = page.configuration.etag

  /** What is edited stays on the screen, whatever the fresh page lacks: its tag then stays the old one, too. */
  const show = (fresh: PageResponse): void => {
    if (missingPart(edits, fresh) !== undefined) return
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
    const whoseOf = whoseOfPage(fresh, ownRecord())
    const prepared = await prepareAll(edits, fresh)
    let answers = NO_ANSWERS
    for (;;) {
      const parts = mergeAll(edits, prepared)
      const open = parts.filter((part) => unanswered(part, answers).length > 0)
      if (open.length === 0) return await applied(parts, answers, fresh, whoseOf)
      const now = await ask(parts, open, answers, whoseOf, { verb, beforeAsking })
      if (now === null) return null
      answers = now
    }
  }

  /** The answers so far with those to what is open; null: the user put it off, or keeps what cannot be saved. */
  async function ask(
    parts: readonly Part[],
    open: readonly Part[],
    answers: Answers,
    whoseOf: WhoseOf,
    { verb, beforeAsking }: { readonly verb: string; readonly beforeAsking: () => void },
  ): Promise<Answers | null> {
    const names = await namesOf(parts, whoseOf)
    const asked = await Promise.all(
      open.map(async (part) => {
        const whose = await whoseOf(part.merge)
        return unanswered(part, answers).map((conflict) => ({ id: conflictId(part.editor, conflict), conflict, whose }))
      }),
    )
    const conflicts = asked.flat()
    const taken = parts.flatMap(({ merge }) => merge.taken)
    beforeAsking()
    const theirs = await new Promise<ReadonlySet<string> | null>((answer) =>
      setQuestion({ conflicts, taken, names, verb, answer }),
    )
    setQuestion(null)
    if (theirs === null || conflicts.some(({ id, conflict }) => conflict.unsavable && !theirs.has(id))) return null
    return withAnswers(answers, conflicts, theirs)
  }

  async function applied(
    parts: readonly Part[],
    answers: Answers,
    fresh: PageResponse,
    whoseOf: WhoseOf,
  ): Promise<MergedChanges> {
    refuseMissing(edits, fresh)
    const left = parts.flatMap((part) => givenUp(part, answers).map(({ label }) => label))
    flushSync(() => {
      for (const part of parts) part.merge.apply(new Set(givenUp(part, answers).map(({ id }) => id)))
      show(fresh)
    })
    const names = await namesOf(parts, whoseOf)
    return { taken: [...parts.flatMap(({ merge }) => merge.taken), ...left], names }
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

type WhoseOf = (merge: Merge) => Promise<Whose>

/** Who changed what the merges are about; each record's history is asked for once. */
function whoseOfPage(fresh: PageResponse, own: MergedRecord | null): WhoseOf {
  const now = versionOf(fresh.configuration.etag)
  const asked = new Map<string, Promise<Whose>>()
  return (merge) => {
    const record = merge.record ?? own
    if (record === null || merge.conflicts.length + merge.taken.length === 0) return Promise.resolve(NOBODY_KNOWN)
    const key = `${record.mediaType}/${record.id}`
    const known = asked.get(key) ?? whoChanged(record, merge.record === undefined ? now : null)
    asked.set(key, known)
    return known
  }
}

async function namesOf(parts: readonly Part[], whoseOf: WhoseOf): Promise<readonly string[]> {
  const whose = await Promise.all(parts.map(({ merge }) => whoseOf(merge)))
  return [...new Set(whose.flatMap(({ names }) => names))]
}
