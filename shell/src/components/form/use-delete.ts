import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { FormSchema } from '../../../../shared/page.ts'
import { ApiError } from '../../api/api-error.ts'
import { deleteRecord } from '../../api/records.ts'
import { confirmingLoss } from '../../edits/confirm-loss.ts'
import { usePageEdits } from '../../edits/page-edits.ts'
import { useConfirm } from '../../interaction/confirm.tsx'
import { showToast } from '../../interaction/toasts.tsx'
import { usePage } from '../../routing/page-context.ts'
import type { FormState } from './form-state.ts'
import { type Refusal, refusalOf } from './refusal.ts'

interface DeleteOptions {
  readonly schema: FormSchema
  readonly state: FormState
}

/** Deletes the form's record after asking, as it was when it was read, and leads back to where the user came from. */
export function useDelete({ schema, state }: DeleteOptions) {
  const edits = usePageEdits()
  const { title, backTo } = usePage()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const busy = useRef(false)

  const remove = async () => {
    const { id, etag } = state.baseline
    if (id === null || busy.current) return
    const lost = edits.sums().changes > 0 ? ' The changes on this page that are not saved are lost too.' : ''
    const question = {
      title: `Delete “${title}”?`,
      text: `It is removed for everyone and cannot be brought back.${lost}`,
      yes: 'Delete',
      no: 'Cancel',
    }
    if (!(await confirm(question))) return
    busy.current = true
    setRefusal(null)
    setDeleting(true)
    try {
      const record = { mediaType: schema.mediaType, id, etag: etag ?? '' }
      const done = await confirmingLoss('Delete', confirm, (confirmLoss) => deleteRecord(record, confirmLoss))
      if (done !== 'declined') await leave(`“${title}” was deleted`)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) await leave(`“${title}” had been deleted before`)
      else setRefusal(refusalOf(error))
    } finally {
      busy.current = false
      setDeleting(false)
    }
  }

  async function leave(text: string) {
    edits.leaving.current = true
    await navigate(backTo, { replace: true })
    showToast({ text })
  }

  const clearRefusal = useCallback(() => setRefusal(null), [])
  return { remove, deleting, refusal, clearRefusal }
}
