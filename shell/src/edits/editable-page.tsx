import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { dirtyKeys, markDirty, onDirtyChange, useUnsavedEdits } from '../interaction/dirty.ts'
import { lazyPart } from '../interaction/lazy-part.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { createPageEdits, PageEditsContext, useEditSums, usePageEdits } from './page-edits.ts'

/** Loaded with the first component that has something to save or to do: a list's page has none. */
const Saving = lazyPart(() => import('./saving.tsx').then((module) => module.Saving))

interface EditablePageProps {
  /** The page's components, in their order. */
  readonly components: readonly { readonly key: string; readonly title: string; readonly dirtyKey: string }[]
  readonly children: ReactNode
}

/** Lets components of a page be edited together and saved by one Save [R2]. */
export function EditablePage({ components, children }: EditablePageProps) {
  const [edits] = useState(createPageEdits)
  return (
    <PageEditsContext value={edits}>
      {children}
      <PageSaving components={components} />
    </PageEditsContext>
  )
}

function PageSaving({ components }: Pick<EditablePageProps, 'components'>) {
  const edits = usePageEdits()
  const { changes, parts, actions, inSight } = useEditSums()
  const dirty = useUnsavedEdits()
  const marks = useSyncExternalStore(onDirtyChange, dirtyText)
  useEffect(() => {
    markDirty(EDITED, changes > 0)
    return () => markDirty(EDITED, false)
  }, [changes])
  const concerned = (key: string): boolean => parts.has(key) || actions.has(key)
  const shown = changes > 0 || (inSight === null ? parts.size + actions.size > 0 : concerned(inSight))
  const own = new Set(marks.split('\n'))
  const elsewhere = components.filter(({ key, dirtyKey }) => !parts.has(key) && own.has(dirtyKey))
  return (
    <>
      {shown && (
        <Suspense fallback={null}>
          <Saving keys={components.map(({ key }) => key)} elsewhere={elsewhere.map(({ key, title }) => title || key)} />
        </Suspense>
      )}
      {dirty && <LeaveGuard dirty leaving={edits.leaving} />}
    </>
  )
}

const EDITED = 'edited on the page'

function dirtyText(): string {
  return dirtyKeys().join('\n')
}
