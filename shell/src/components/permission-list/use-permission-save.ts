import { useCallback, useRef, useState } from 'react'
import type { PermissionListData, PermissionListSchema, PermissionRow } from '../../../../shared/permission-list.ts'
import { ApiError } from '../../api/api-error.ts'
import { loadComponent } from '../../api/display.ts'
import { savePermissions } from '../../api/permissions.ts'
import type { SaveStatus } from '../../edits/save-status.ts'
import { usePage } from '../../routing/page-context.ts'
import { itemsOf } from './edits.ts'

interface SaveOptions {
  readonly componentKey: string
  readonly schema: PermissionListSchema
  readonly rows: readonly PermissionRow[]
  readonly etag: string | null
  readonly dirty: boolean
  /** What is saved now; `keep`: edits stay on top of it. */
  readonly onFresh: (data: PermissionListData, keep: boolean) => void
}

/** Saves the owner's items as they stand in the matrix, if nobody else changed them since they were read. */
export function usePermissionSave({ componentKey, schema, rows, etag, dirty, onFresh }: SaveOptions) {
  const { pageKey, itemId } = usePage()
  const [status, setStatus] = useState<SaveStatus>({ kind: 'idle' })
  const [problems, setProblems] = useState<readonly string[]>([])
  const [conflict, setConflict] = useState(false)
  const saving = useRef(false)

  const load = useCallback(
    async (keep: boolean) => {
      const { data } = await loadComponent<PermissionListSchema, PermissionListData>(
        { pageKey, itemId, componentKey },
        '',
      )
      if (data.data !== null) onFresh(data.data, keep)
    },
    [pageKey, itemId, componentKey, onFresh],
  )

  const save = async () => {
    if (saving.current || !dirty || !schema.canWrite) return
    saving.current = true
    setStatus({ kind: 'saving' })
    setProblems([])
    setConflict(false)
    try {
      await savePermissions(schema.owner, itemsOf(rows), etag)
      await load(false)
      setStatus({ kind: 'saved', at: Date.now() })
    } catch (error) {
      fail(error)
    } finally {
      saving.current = false
    }
  }

  function fail(error: unknown) {
    if (!(error instanceof ApiError))
      return setStatus({
        kind: 'failed',
        reason: 'Not saved: the server could not be reached. Your changes are still here.',
      })
    setConflict(error.status === 412)
    if (error.status !== 412) setProblems(error.errors.map(({ detail }) => detail))
    setStatus({ kind: 'failed', reason: 'Not saved' })
  }

  /** After a conflict: what somebody else saved, with one's own changes on top or without them. */
  const resolve = async (keep: boolean) => {
    try {
      await load(keep)
      setConflict(false)
      setStatus({ kind: 'idle' })
    } catch (error) {
      fail(error)
    }
  }

  return { save, status, problems, conflict, resolve }
}
