import { useState } from 'react'
import type { HistoryVersion, SkippedChange } from '../../../../shared/history.ts'
import { restoreVersion } from '../../api/history.ts'
import type { RecordVersion } from '../../api/records.ts'
import { confirmingLoss } from '../../edits/confirm-loss.ts'
import { useConfirm } from '../../interaction/confirm.tsx'
import { showToast } from '../../interaction/toasts.tsx'
import { type Refusal, refusalOf } from '../form/refusal.ts'
import { momentOf } from './version-text.ts'

interface RestoreOptions {
  readonly record: RecordVersion
  /** Shows what the record is now. */
  readonly onRestored: () => Promise<unknown>
}

/** Restores a version after asking, by an ordinary update of the record as it was seen. */
export function useRestore({ record, onRestored }: RestoreOptions) {
  const confirm = useConfirm()
  const [restoring, setRestoring] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [skipped, setSkipped] = useState<readonly SkippedChange[]>([])

  const restore = async (entry: HistoryVersion) => {
    const moment = momentOf(entry)
    const question = {
      title: `Restore version ${entry.version}?`,
      text: `The record becomes what it was on ${moment}, for everyone. That is saved as a new version: its history stays whole.`,
      yes: 'Restore',
      no: 'Cancel',
    }
    if (restoring || !(await confirm(question))) return
    setRestoring(true)
    setRefusal(null)
    setSkipped([])
    try {
      const restored = await confirmingLoss('Restore', confirm, (confirmLoss) =>
        restoreVersion(record, entry.version, confirmLoss),
      )
      if (restored === 'declined') return
      await onRestored()
      setSkipped(restored.skipped)
      showToast({ text: `The version of ${moment} is restored` })
    } catch (error) {
      setRefusal(refusalOf(error))
    } finally {
      setRestoring(false)
    }
  }
  return { restore, restoring, refusal, skipped, clearRefusal: () => setRefusal(null) }
}
