import { useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { PageResponse } from '../../../shared/page.ts'
import type { ComponentEdits, PageSave } from '../../../shared/page-save.ts'
import { ApiError } from '../api/api-error.ts'
import { type SaveRequest, savePage } from '../api/save.ts'
import { type Question, useConfirm } from '../interaction/confirm.tsx'
import { showToast } from '../interaction/toasts.tsx'
import { pageLink, type RecordState } from '../routing/links.ts'
import { displayQuery } from '../routing/list-query.ts'
import { usePage } from '../routing/page-context.ts'
import { checkAll, collectAll, editorsToSave, refuseAll, settleAll } from './all-editors.ts'
import { createAttempts } from './attempt.ts'
import { askingOnce, confirmingLoss } from './confirm-loss.ts'
import { type MergedChanges, mergedText } from './merged-text.ts'
import { usePageEdits } from './page-edits.ts'
import { placeErrors } from './place-errors.ts'
import { type Refused, reasonOf, refusedBy } from './refused.ts'
import { createdStatus, type SaveStatus } from './save-status.ts'
import type { useMerge } from './use-merge.ts'

/** How often a save is sent, when someone else is quicker each time. */
const TRIES = 4
const SOMEONE_ELSE = 'Not saved: someone else changed this record'
const NOT_LOST = 'Not saved: no data was lost. Your changes are still here.'

/**
 * Saves all that is edited on a page in one request, and says what came of it [R2].
 *
 * @param keys of the page's components, in their order.
 */
export function usePageSave(
  keys: readonly string[],
  { bringIn, show, goneBy, etagShown }: ReturnType<typeof useMerge>,
) {
  const edits = usePageEdits()
  const { pageKey, itemId = '', backTo, load } = usePage()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const location = useLocation()
  const [params] = useSearchParams()
  const [status, setStatus] = useState<SaveStatus>(() => createdStatus(location.state))
  const [refused, setRefused] = useState<Refused | null>(null)
  const attempts = useMemo(() => createAttempts(post), [])
  const agreed = useMemo(askingOnce, [])
  /** The record that a new item's page made, while what was typed meanwhile is not saved too. */
  const created = useRef<PageResponse | null>(null)
  const saving = useRef(false)
  const isNew = itemId === 'new'
  const failed = (reason: string) => setStatus({ kind: 'failed', reason })

  const save = async (): Promise<void> => {
    const editors = editorsToSave(edits, keys, isNew)
    if (saving.current || edits.sums().blocked || editors.length === 0) return
    setRefused(null)
    if (!checkAll(edits, editors)) return failed('Some fields need attention')
    saving.current = true
    const release = edits.block()
    setStatus({ kind: 'saving' })
    try {
      await saveMerged()
    } finally {
      saving.current = false
      release()
    }
  }

  /**
   * Sends what is edited; where someone else was quicker, theirs goes beneath it, and it is sent again [R6]. What may be
   * saved already is settled first, as it was sent; what was typed since is saved after it.
   */
  async function saveMerged(): Promise<void> {
    const merged: MergedChanges[] = []
    let saved = false
    for (let tries = 1; ; tries += 1) {
      let sent: readonly ComponentEdits[] = []
      try {
        const before = await attempts.settle()
        if (before?.saved) {
          if (await leftAfter(before.request.body.components, before.answer)) return
          saved = true
        }
        sent = collectAll(editorsToSave(edits, keys, isNew && created.current === null))
        if (sent.length === 0) return done(merged, saved)
        const answer = await send(sent)
        if (answer === 'declined') return failed(NOT_LOST)
        if (await leftAfter(sent, answer)) return
        if (created.current === null) return done(merged, true)
        saved = true
        continue
      } catch (error) {
        if (!isOvertaken(error) || tries === TRIES || created.current !== null) return await fail(error, sent)
      }
      const theirs = await bringIn('Save', () => failed(SOMEONE_ELSE)).catch((error: unknown) => fail(error, sent))
      if (theirs === undefined) return
      if (theirs === null) return failed(SOMEONE_ELSE)
      merged.push(theirs)
      setStatus({ kind: 'saving' })
    }
  }

  function send(components: readonly ComponentEdits[]): Promise<PageResponse | undefined | 'declined'> {
    const made = created.current?.configuration
    const etag = made === undefined ? etagShown() : made.etag
    const body: PageSave = { components, ...(etag === undefined ? {} : { etag }) }
    const request = { pageKey, itemId: made?.itemId ?? itemId, body, query: displayQuery(params) }
    const asked = agreed.of(components, ask)
    return confirmingLoss('Save', asked, (confirmLoss) => attempts.send({ ...request, confirmLoss }))
  }

  /** Takes note of what is saved. @param answer undefined: the page is not to be had. @returns whether the page is left. */
  async function leftAfter(sent: readonly ComponentEdits[], answer: PageResponse | undefined): Promise<boolean> {
    agreed.forget()
    if (isNew && created.current === null) {
      if (answer === undefined) return await leave('Created. The record cannot be shown here.')
      if (sameText(collectAll(editorsToSave(edits, keys, true)), sent)) return await openCreated(answer)
    }
    const fresh = answer ?? (created.current === null ? await load().catch(unlessHidden) : null)
    if (fresh === 'hidden') return await leave('Saved. As it is now, this record is not open to you.')
    if (!isNew) settleAll(edits, sent, fresh, show)
    else {
      settleAll(edits, sent, fresh, () => undefined)
      created.current = fresh ?? created.current
      const isLeft = editorsToSave(edits, keys, false).length === 0
      if (isLeft && created.current !== null) return await openCreated(created.current)
    }
    return false
  }

  function done(merged: readonly MergedChanges[], saved: boolean): void {
    setStatus(saved ? { kind: 'saved', at: Date.now() } : { kind: 'idle' })
    const text = mergedText(merged, saved)
    if (text !== null) showToast({ text })
  }

  async function openCreated(fresh: PageResponse): Promise<true> {
    edits.leaving.current = true
    const previous = new URLSearchParams(window.location.search).get('previousPageKey') ?? undefined
    const state: RecordState = { ...location.state, createdAt: Date.now() }
    await navigate(pageLink(pageKey, fresh.configuration.itemId, previous), { replace: true, state })
    return true
  }

  /** It is saved, and nothing that this user may see any more. */
  async function leave(text: string): Promise<true> {
    edits.leaving.current = true
    await navigate(backTo, { replace: true })
    showToast({ text })
    return true
  }

  /** Nothing is under way while the user thinks about it. */
  async function ask(question: Question): Promise<boolean> {
    failed('Not saved yet')
    const yes = await confirm(question)
    if (yes) setStatus({ kind: 'saving' })
    return yes
  }

  async function fail(error: unknown, sent: readonly ComponentEdits[]): Promise<void> {
    failed(reasonOf(error))
    if (!(error instanceof ApiError)) return
    const gone = error.status === 404 && !isNew ? await goneBy() : null
    if (gone !== null) return setRefused({ texts: [], forbidden: false, requestId: null, gone })
    const keysSent = sent.map(({ key }) => key)
    const { components, others } = placeErrors(error.errors, keysSent)
    setRefused(refusedBy(error, [...refuseAll(edits, components), ...others]))
  }

  return { save, status, refused, forget: attempts.forget }
}

type Sent = Omit<SaveRequest, 'idempotencyKey'>

function post(request: Sent, idempotencyKey: string): Promise<PageResponse | undefined> {
  return savePage({ ...request, idempotencyKey })
}

/** A page that cannot be loaded just now is another matter than one that the user may not see. */
function unlessHidden(error: unknown): 'hidden' | null {
  return error instanceof ApiError && [403, 404].includes(error.status) ? 'hidden' : null
}

function sameText(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412
}
