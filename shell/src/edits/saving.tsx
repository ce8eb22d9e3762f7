import { Suspense, useCallback, useEffect, useRef } from 'react'
import { useConfirm } from '../interaction/confirm.tsx'
import { lazyPart } from '../interaction/lazy-part.ts'
import { usePage } from '../routing/page-context.ts'
import { BulkNotice } from './bulk-notice.tsx'
import { discardAll } from './discard-all.ts'
import { useEditSums, usePageEdits } from './page-edits.ts'
import { RefusedNotice } from './refused-notice.tsx'
import { SaveBar } from './save-bar.tsx'
import { useBulkSave } from './use-bulk-save.ts'
import { useMerge } from './use-merge.ts'
import { usePageSave } from './use-page-save.ts'

const MergeDialog = lazyPart(() => import('./merge-dialog.tsx').then((module) => module.MergeDialog))

export interface SavingProps {
  /** Keys of the page's components, in their order. */
  readonly keys: readonly string[]
  /** Titles of parts with unsaved changes that they save themselves. */
  readonly elsewhere: readonly string[]
}

/** The saving of a page: its bar, its shortcut, and what is asked and told about it. */
export function Saving({ keys, elsewhere }: SavingProps) {
  const edits = usePageEdits()
  const sums = useEditSums()
  const { itemId } = usePage()
  const confirm = useConfirm()
  const merge = useMerge()
  const several = itemId?.includes(',') === true
  const single = usePageSave(keys, merge)
  const bulk = useBulkSave(keys, merge.show)
  const { save, status, forget } = several ? bulk : single
  const { bringIn } = merge
  edits.commands.current = {
    save: () => void save(),
    showNewest: () =>
      bringIn('Take over', () => undefined).then(
        (merged) => merged !== null,
        () => false,
      ),
  }
  const slot = useRef<HTMLDivElement>(null)
  const takeSlot = useCallback(
    (element: HTMLDivElement | null) => {
      slot.current = element
      edits.setSlot(element)
    },
    [edits],
  )
  useSaveKey(() => void save())
  return (
    <div className="mq-saving">
      {single.refused && <RefusedNotice refused={single.refused} />}
      {bulk.run && <BulkNotice run={bulk.run} onStop={bulk.stop} onRetry={() => void save()} />}
      <SaveBar
        isNew={itemId === 'new'}
        changes={sums.changes}
        errors={sums.problems}
        status={status}
        onSave={() => void save()}
        onDiscard={() => void discardAll(edits, confirm, forget)}
        readOnly={sums.parts.size === 0}
        blocked={sums.blocked}
        note={noteOf(elsewhere)}
      >
        <div className="mq-savebar-more" ref={takeSlot} />
      </SaveBar>
      {merge.question && (
        <Suspense fallback={null}>
          <MergeDialog question={merge.question} />
        </Suspense>
      )}
    </div>
  )
}

function noteOf(titles: readonly string[]): string | null {
  if (titles.length === 0) return null
  const named = titles.map((title) => `“${title}”`).join(', ')
  return titles.length === 1
    ? `${named} has unsaved changes that it saves itself`
    : `${named} have unsaved changes that they save themselves`
}

/** Ctrl+S saves, and never the page's file. */
function useSaveKey(save: () => void): void {
  const newest = useRef(save)
  newest.current = save
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!document.querySelector('[role="dialog"][aria-modal="true"]')) newest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
