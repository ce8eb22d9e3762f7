import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import type { EntityId } from '../../../shared/envelope.ts'
import type { FormData, PageConfiguration, PageResponse } from '../../../shared/page.ts'
import type { ComponentEdits, PageSave } from '../../../shared/page-save.ts'
import { loadPage } from '../api/display.ts'
import { loadLabels } from '../api/records.ts'
import { type SaveRequest, savePage } from '../api/save.ts'
import { useConfirm } from '../interaction/confirm.tsx'
import { displayQuery } from '../routing/list-query.ts'
import { usePage } from '../routing/page-context.ts'
import { checkAll, collectAll, dataOf, editorsToSave, refuseAll, settleAll } from './all-editors.ts'
import { createAttempts } from './attempt.ts'
import { bulkOvertaken } from './bulk-overtaken.ts'
import { type BulkFailure, type BulkOutcome, type BulkProgress, saveInBulk } from './bulk-save.ts'
import { askingOnce, confirmingLoss } from './confirm-loss.ts'
import type { BulkEdit, BulkRecord, Editor } from './editor.ts'
import { mergeAll, prepareAll } from './merge-all.ts'
import { usePageEdits } from './page-edits.ts'
import { placeErrors } from './place-errors.ts'
import { reasonOf } from './refused.ts'
import type { SaveStatus } from './save-status.ts'

/** What is on the screen of a run. */
export type BulkRun =
  | { readonly kind: 'running'; readonly progress: BulkProgress; readonly stopping: boolean }
  | { readonly kind: 'ended'; readonly outcome: BulkOutcome; readonly failures: readonly NamedFailure[] }

export interface NamedFailure extends BulkFailure {
  readonly name: string
}

/** The records that do not have these values yet. */
interface Unsaved {
  readonly values: string
  readonly ids: ReadonlySet<EntityId>
}

/** Saves what is edited in several records at once, a chunk after the other, and says which were refused and why. */
export function useBulkSave(keys: readonly string[], show: (page: PageResponse) => void) {
  const edits = usePageEdits()
  const { pageKey, configuration } = usePage()
  const confirm = useConfirm()
  const [params] = useSearchParams()
  const query = displayQuery(params)
  const [status, setStatus] = useState<SaveStatus>({ kind: 'idle' })
  const [run, setRun] = useState<BulkRun | null>(null)
  const attempts = useMemo(() => createAttempts(post), [])
  const agreed = useMemo(askingOnce, [])
  const unsaved = useRef<Unsaved | null>(null)
  /** Of records whose newest tag is not the one the form has. */
  const tags = useRef<Map<EntityId, string>>(new Map())
  const stopped = useRef(false)
  const saving = useRef(false)

  const save = async (): Promise<void> => {
    const editors = editorsToSave(edits, keys, false)
    if (saving.current || editors.length === 0 || edits.sums().blocked) return
    setRun(null)
    if (!checkAll(edits, editors)) return setStatus({ kind: 'failed', reason: 'Some fields need attention' })
    saving.current = true
    stopped.current = false
    const release = edits.block()
    setStatus({ kind: 'saving' })
    try {
      await saveAll(bulkOf(edits.editors(), configuration), collectAll(editors))
    } finally {
      saving.current = false
      release()
    }
  }

  async function saveAll(bulk: BulkEdit, sent: readonly ComponentEdits[]): Promise<void> {
    const values = JSON.stringify(ofRecords(sent, null))
    const settled = await settledBefore(values)
    if (settled === null) return
    const left = unsaved.current?.values === values ? unsaved.current.ids : null
    const records = bulk.records
      .filter(({ id }) => (left === null || left.has(id)) && !settled.has(id))
      .map(({ id, etag }) => ({ id, etag: tags.current.get(id) ?? etag }))
    let lossConfirmed = false
    const send = async (chunk: readonly BulkRecord[]): Promise<void> => {
      const done = await confirmingLoss('Save', agreed.of(values, confirm), (asked) => {
        lossConfirmed ||= asked
        return sendChunk(chunk, sent, lossConfirmed)
      })
      if (done === 'declined') throw new Declined()
    }
    const onProgress = (progress: BulkProgress) => setRun({ kind: 'running', progress, stopping: stopped.current })
    onProgress({ saved: 0, failed: 0, total: records.length })
    // A record that is not saved keeps its tag, unless the user is told what became of it meanwhile.
    tags.current = new Map(records.map(({ id, etag }) => [id, etag]))
    const run = await saveInBulk(records, {
      send,
      onProgress,
      overtaken: async (record, error) => {
        const now = await bulkOvertaken(bulk, record, error)
        if (typeof now === 'string' && typeof error.meta?._etag === 'string')
          tags.current.set(record.id, error.meta._etag)
        return now
      },
      isStopped: () => stopped.current,
    })
    const outcome = { ...run, saved: [...settled, ...run.saved] }
    const open = [...outcome.failures.filter(({ gone }) => !gone).map(({ id }) => id), ...outcome.left]
    unsaved.current = open.length === 0 ? null : { values, ids: new Set(open) }
    await bringFresh(bulk, outcome, sent)
    tell(outcome, sent)
    const unnamed = outcome.failures.length + outcome.left.length === 0
    setRun(unnamed ? null : { kind: 'ended', outcome, failures: await named(bulk, outcome.failures) })
  }

  /**
   * Repeats the chunk that may be saved already, as it was sent: its records would be told as changed by the user.
   *
   * @returns those of its records that have these values by now; null: it is not known yet, and nothing else is sent.
   */
  async function settledBefore(values: string): Promise<ReadonlySet<EntityId> | null> {
    try {
      const before = await attempts.settle()
      if (!before?.saved) return new Set()
      const { chunk, sent } = before.request
      noteTags(before.answer, sent)
      return new Set(JSON.stringify(ofRecords(sent, null)) === values ? chunk.map(({ id }) => id) : [])
    } catch (error) {
      setStatus({ kind: 'failed', reason: reasonOf(error) })
      return null
    }
  }

  async function sendChunk(chunk: readonly BulkRecord[], sent: readonly ComponentEdits[], confirmLoss: boolean) {
    const itemId = chunk.map(({ id }) => id).join(',')
    const body: PageSave = { components: ofRecords(sent, chunk), isBulkEdit: true }
    noteTags(await attempts.send({ pageKey, itemId, body, query, confirmLoss, chunk, sent }), sent)
  }

  function noteTags(page: PageResponse | undefined, sent: readonly ComponentEdits[]): void {
    for (const { id, etag } of recordsIn(page, sent)) tags.current.set(id, etag)
  }

  /** Shows the records as they are now, as far as they can be had; what is not saved in all of them stays an edit. */
  async function bringFresh(bulk: BulkEdit, outcome: BulkOutcome, sent: readonly ComponentEdits[]): Promise<void> {
    const gone = new Set(outcome.failures.filter((failure) => failure.gone).map(({ id }) => id))
    const there = bulk.records.map(({ id }) => id).filter((id) => !gone.has(id))
    // A page of one is another page than one of several.
    const fresh = there.length < 2 ? null : await loadPage(pageKey, there.join(','), query).catch(() => null)
    const all = unsaved.current === null
    if (fresh !== null) {
      const open = unsaved.current?.ids
      for (const { id } of bulk.records) if (!open?.has(id)) tags.current.delete(id)
    }
    if (all) return settleAll(edits, sent, fresh, show)
    if (fresh === null) return
    const prepared = await prepareAll(edits, fresh).catch(() => null)
    if (prepared === null) return
    const parts = mergeAll(edits, prepared)
    flushSync(() => {
      for (const { merge } of parts) merge.apply(new Set())
      show(fresh)
    })
  }

  function tell({ saved, failures, left, end }: BulkOutcome, sent: readonly ComponentEdits[]): void {
    const open = failures.length + left.length
    if (open === 0) {
      setStatus({ kind: 'saved', at: Date.now(), count: saved.length })
      return
    }
    if (end.kind === 'alike' && saved.length === 0) {
      const keysSent = sent.map(({ key }) => key)
      refuseAll(edits, placeErrors(end.errors, keysSent).components)
    }
    const reason = end.kind === 'error' && !(end.error instanceof Declined) ? reasonOf(end.error) : null
    setStatus({ kind: 'failed', reason: reason ?? `${saved.length} saved, ${open} not` })
  }

  const stop = () => {
    stopped.current = true
    setRun((now) => (now?.kind === 'running' ? { ...now, stopping: true } : now))
  }
  return { save, status, run, stop, forget: attempts.forget }
}

/** One chunk, and what of it is not sent in these words. */
type Sent = Omit<SaveRequest, 'idempotencyKey'> & {
  readonly chunk: readonly BulkRecord[]
  readonly sent: readonly ComponentEdits[]
}

function post({ chunk: _, sent: __, ...request }: Sent, idempotencyKey: string): Promise<PageResponse | undefined> {
  return savePage({ ...request, idempotencyKey })
}

/** What is edited alike: as the components have it, or by the page's address, without tags, where none does. */
function bulkOf(editors: readonly Editor[], { mediaType = '', itemId = '' }: PageConfiguration): BulkEdit {
  const told = editors.flatMap(({ bulk }) => bulk ?? [])
  const known = told.find(({ labelField }) => labelField !== undefined) ?? told[0]
  const records = itemId.split(',').map((id) => ({ id: Number(id), etag: '' }))
  if (known === undefined) return { mediaType, labelField: undefined, records, touched: [] }
  return { ...known, touched: told.flatMap(({ touched }) => touched) }
}

/** The user does not want to lose the data. */
class Declined extends Error {}

/** What is sent for these records, or for the one that the address names. */
function ofRecords(sent: readonly ComponentEdits[], chunk: readonly BulkRecord[] | null): readonly ComponentEdits[] {
  return sent.map(({ key, data }) => {
    const { records, ...rest } = data as { readonly records?: unknown }
    return { key, data: records === undefined || chunk === null ? rest : { ...rest, records: chunk } }
  })
}

/** The tags of a fresh page's records, whichever component has them. */
function recordsIn(page: PageResponse | undefined, sent: readonly ComponentEdits[]): readonly BulkRecord[] {
  return sent.flatMap(({ key }) => {
    const { records, id, etag } = ((page && dataOf(page, key)) ?? {}) as Partial<FormData>
    return (
      records?.filter((record) => typeof record.etag === 'string') ??
      (typeof id === 'number' && typeof etag === 'string' ? [{ id, etag }] : [])
    )
  })
}

async function named(bulk: BulkEdit, failures: readonly BulkFailure[]): Promise<readonly NamedFailure[]> {
  const { mediaType, labelField } = bulk
  const ids = failures.map(({ id }) => id)
  const labels = labelField === undefined ? [] : await loadLabels({ mediaType, labelField }, ids).catch(() => [])
  const names = new Map(labels.map(({ id, label }) => [id, label]))
  return failures.map((failure) => ({ ...failure, name: names.get(failure.id) ?? `#${failure.id}` }))
}
