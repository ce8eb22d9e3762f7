import { useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { PageResponse } from '../../../shared/page.ts'
import type { ComponentEdits, PageSave } from '../../../shared/page-save.ts'
import { ApiError } from '../api/api-error.ts'
import { savePage } from '../api/save.ts'
import { type Question, useConfirm } from '../interaction/confirm.tsx'
import { showToast } from '../interaction/toasts.tsx'
import { pageLink, type RecordState } from '../routing/links.ts'
import { displayQuery } from '../routing/list-query.ts'
import { usePage } from '../routing/page-context.ts'
import { checkAll, collectAll, editorsToSave, refuseAll, settleAll } from './all-editors.ts'
import { createAttempts } from './attempt.ts'
import { confirmingLoss } from './confirm-loss.ts'
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
  const { pageKey, itemId = '', backTo } = usePage()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const location = useLocation()
  const [params] = useSearchParams()
  const [status, setStatus] = useState<SaveStatus>(() => createdStatus(location.state))
  const [refused, setRefused] = useState<Refused | null>(null)
  const attempt = useMemo(() => createAttempts(), [])
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

  /** Sends what is edited; where someone else was quicker, theirs goes beneath it, and it is sent again [R6]. */
  async function saveMerged(): Promise<void> {
    const merged: MergedChanges[] = []
    for (let tries = 1; ; tries += 1) {
      const sent = collectAll(editorsToSave(edits, keys, isNew))
      if (sent.length === 0) return done(merged, false)
      try {
        const fresh = await send(sent)
        if (fresh === 'declined') return failed(NOT_LOST)
        if (fresh === undefined) return await leaveUnseen()
        if (isNew) return await openCreated(fresh)
        settleAll(edits, sent, fresh, show)
        return done(merged, true)
      } catch (error) {
        if (!isOvertaken(error) || tries === TRIES) return await fail(error, sent)
      }
      const theirs = await bringIn('Save', () => failed(SOMEONE_ELSE)).catch((error: unknown) => fail(error, sent))
      if (theirs === undefined) return
      if (theirs === null) return failed(SOMEONE_ELSE)
      merged.push(theirs)
      setStatus({ kind: 'saving' })
    }
  }

  function send(components: readonly ComponentEdits[]): Promise<PageResponse | undefined | 'declined'> {
    const etag = etagShown()
    const body: PageSave = { components, ...(etag === undefined ? {} : { etag }) }
    const request = { pageKey, itemId, body, query: displayQuery(params) }
    return confirmingLoss('Save', ask, (confirmLoss) =>
      attempt({ ...body, confirmLoss }, (idempotencyKey) => savePage({ ...request, idempotencyKey, confirmLoss })),
    )
  }

  function done(merged: readonly MergedChanges[], saved: boolean): void {
    setStatus(saved ? { kind: 'saved', at: Date.now() } : { kind: 'idle' })
    const text = mergedText(merged, saved)
    if (text !== null) showToast({ text })
  }

  async function openCreated(fresh: PageResponse): Promise<void> {
    edits.leaving.current = true
    const previous = new URLSearchParams(window.location.search).get('previousPageKey') ?? undefined
    const state: RecordState = { ...location.state, createdAt: Date.now() }
    await navigate(pageLink(pageKey, fresh.configuration.itemId, previous), { replace: true, state })
  }

  /** It is saved, and is now something that the user may not see. */
  async function leaveUnseen(): Promise<void> {
    edits.leaving.current = true
    await navigate(backTo, { replace: true })
    showToast({ text: 'Saved. As it is now, this record is not open to you.' })
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

  return { save, status, refused }
}

function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412
}
