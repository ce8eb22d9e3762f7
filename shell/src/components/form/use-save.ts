import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { FormData, FormSchema, PageResponse } from '../../../../shared/page.ts'
import { ApiError } from '../../api/api-error.ts'
import { createRecord, updateRecord } from '../../api/records.ts'
import { type Question, useConfirm } from '../../interaction/confirm.tsx'
import { pageLink, type RecordState } from '../../routing/links.ts'
import { usePage } from '../../routing/page-context.ts'
import { confirmingLoss } from './confirm-loss.ts'
import { discard, type FormState, rebase, settle, type Values } from './form-state.ts'
import { newValues, writeElement } from './save-body.ts'
import { sortErrors } from './server-errors.ts'
import { formData } from './use-newest.ts'
import { validateValue } from './validate.ts'

export type Change = (state: FormState) => FormState
export type SaveStatus =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: number; readonly created?: boolean }
  | { readonly kind: 'failed'; readonly reason: string }
export type ConflictChoice = 'keepMine' | 'takeTheirs' | 'cancel'

interface SaveOptions {
  readonly componentKey: string
  readonly schema: FormSchema
  readonly state: FormState
  readonly change: (change: Change) => void
  readonly focusField: (names: ReadonlySet<string>) => void
  readonly newest: () => Promise<boolean>
}

/** Saves a form: checks, sends only what changed with the version it was changed on, and says what came of it. */
export function useSave({ componentKey, schema, state, change, focusField, newest }: SaveOptions) {
  const { mediaType, fields } = schema
  const page = usePage()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const location = useLocation()
  const [status, setStatus] = useState<SaveStatus>(() => createdStatus(location.state))
  const [others, setOthers] = useState<readonly string[]>([])
  const [forbidden, setForbidden] = useState(false)
  const [conflict, setConflict] = useState<{ readonly data: FormData; readonly page: PageResponse } | null>(null)
  const current = useRef(state)
  current.current = state
  const saving = useRef(false)
  const leaving = useRef(false)

  const save = useCallback(async () => {
    const before = current.current
    const { id, etag } = before.baseline
    const sent: Values = id === null ? newValues(before.baseline.values, before.edits) : before.edits
    if (saving.current || (id !== null && Object.keys({ ...sent, ...before.problems }).length === 0)) return

    const errors = check(schema, before, id === null)
    setOthers([])
    setForbidden(false)
    if (Object.keys(errors).length > 0 || Object.keys(before.problems).length > 0) {
      change((now) => ({ ...now, errors }))
      focusField(new Set([...Object.keys(errors), ...Object.keys(before.problems)]))
      return setStatus({ kind: 'failed', reason: 'Some fields need attention' })
    }

    saving.current = true
    setStatus({ kind: 'saving' })
    try {
      const element = writeElement(fields, sent)
      if (id === null) {
        const created = await createRecord(mediaType, element)
        leaving.current = true
        change(discard)
        return await navigate(
          pageLink(
            page.pageKey,
            created,
            new URLSearchParams(window.location.search).get('previousPageKey') ?? undefined,
          ),
          { replace: true, state: { ...location.state, createdAt: Date.now() } satisfies RecordState },
        )
      }
      const record = { mediaType, id, etag: etag ?? '' }
      const saved = await confirmingLoss('Save', ask, (confirmLoss) => updateRecord(record, element, confirmLoss))
      if (saved === 'declined')
        return setStatus({ kind: 'failed', reason: 'Not saved: no data was lost. Your changes are still here.' })
      change((now) => settle(now, sent, saved?._etag ?? null))
      setStatus({ kind: 'saved', at: Date.now() })
      // The server's own view of it (labels, computed fields, the title) may come late or not at all.
      await newest()
    } catch (error) {
      await fail(error)
    } finally {
      saving.current = false
    }

    /** Nothing is under way while the user thinks about it. */
    async function ask(question: Question) {
      setStatus({ kind: 'failed', reason: 'Not saved yet' })
      const yes = await confirm(question)
      if (yes) setStatus({ kind: 'saving' })
      return yes
    }

    async function fail(error: unknown) {
      if (error instanceof ApiError && error.status === 412) return openConflict(error)
      if (!(error instanceof ApiError))
        return setStatus({
          kind: 'failed',
          reason: 'Not saved: the server could not be reached. Your changes are still here.',
        })
      setForbidden(error.status === 403)
      const sorted = sortErrors(error.errors, fields)
      change((now) => ({ ...now, errors: sorted.fields }))
      const id_ = error.requestId && error.status >= 500 ? [`Request id ${error.requestId}`] : []
      setOthers([...sorted.others, ...(sorted.others.length > 0 ? id_ : [])])
      focusField(new Set(Object.keys(sorted.fields)))
      setStatus({
        kind: 'failed',
        reason: error.status === 401 ? 'Not saved: you are not signed in. Your changes are still here.' : 'Not saved',
      })
    }

    async function openConflict(error: ApiError) {
      const fresh = await page.load().catch(() => null)
      const data = fresh && formData(fresh, componentKey)
      if (fresh && data) setConflict({ data, page: fresh })
      else setOthers([error.message])
      setStatus({ kind: 'failed', reason: 'Not saved: someone else changed this record' })
    }
  }, [change, componentKey, confirm, fields, focusField, location.state, mediaType, navigate, newest, page, schema])

  const resolveConflict = (choice: ConflictChoice) => {
    setConflict(null)
    if (choice === 'cancel' || conflict === null) return
    change((now) => rebase(choice === 'takeTheirs' ? discard(now) : now, conflict.data, fields))
    page.replace(conflict.page)
    setOthers([])
    setForbidden(false)
    setStatus({ kind: 'idle' })
  }

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!document.querySelector('[role="dialog"][aria-modal="true"]')) void save()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [save])

  return { save, status, others, forbidden, conflict: conflict?.data ?? null, resolveConflict, leaving }
}

/** A record just created stands on a page of its own, which is told of it by the way there, not by a reload. */
function createdStatus(state: RecordState | null): SaveStatus {
  const at = state?.createdAt
  return at !== undefined && at > performance.timeOrigin ? { kind: 'saved', at, created: true } : { kind: 'idle' }
}

/** A new record is checked whole; of an existing one only what changed, so that old sins do not block new work. */
function check(schema: FormSchema, state: FormState, whole: boolean): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const field of schema.fields) {
    const edited = Object.hasOwn(state.edits, field.name)
    if (field.readOnly || state.problems[field.name] !== undefined || !(whole || edited)) continue
    const error = validateValue(field, edited ? state.edits[field.name] : state.baseline.values[field.name])
    if (error !== null) errors[field.name] = error
  }
  return errors
}
