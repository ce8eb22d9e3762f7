import { useEffect, useRef, useState } from 'react'
import type { PresenceHealth, Viewer } from '../../../shared/presence.ts'
import { linkRecord, type PresencePlace, presenceHealth, refreshLink, unlinkRecord } from '../api/concurrency.ts'
import { beforeDeletions } from '../api/deletions.ts'
import { hasUnsavedEdits, useUnsavedEdits } from '../interaction/dirty.ts'
import { type Following, followRecord, type PresenceApi } from './follow-record.ts'

let known: Promise<PresenceHealth> | null = null

/** Asked once for all records that are opened, and again where it failed. */
function healthOnce(): Promise<PresenceHealth> {
  known ??= presenceHealth().catch((error: unknown) => {
    known = null
    throw error
  })
  return known
}

const API: PresenceApi = { health: healthOnce, link: linkRecord, refresh: refreshLink, unlink: unlinkRecord }

const actionOf = (isEditing: boolean) => (isEditing ? 'editing' : 'viewing')

/** Who else is on the record while this page shows it; `null`: nobody can tell now. */
export function useViewers({ pageKey, mediaType, recordId }: PresencePlace): readonly Viewer[] | null {
  const [viewers, setViewers] = useState<readonly Viewer[] | null>(null)
  const following = useRef<Following | null>(null)
  const isEditing = useUnsavedEdits()
  useEffect(() => {
    const place = { pageKey, mediaType, recordId }
    const action = actionOf(hasUnsavedEdits())
    const followed = followRecord({ place, api: API, action, isHidden: document.hidden, show: setViewers })
    following.current = followed
    const indifferent = beforeDeletions(async () => {
      await followed.hold()
      return followed.comeBack
    })
    const looked = (): void => {
      if (!document.hidden) followed.noteActivity()
      followed.setHidden(document.hidden)
    }
    const actions = ['pointerdown', 'keydown'] as const
    for (const name of actions) window.addEventListener(name, followed.noteActivity)
    document.addEventListener('visibilitychange', looked)
    window.addEventListener('pagehide', followed.leave)
    window.addEventListener('pageshow', followed.comeBack)
    return () => {
      indifferent()
      document.removeEventListener('visibilitychange', looked)
      for (const name of actions) window.removeEventListener(name, followed.noteActivity)
      window.removeEventListener('pagehide', followed.leave)
      window.removeEventListener('pageshow', followed.comeBack)
      followed.stop()
      setViewers(null)
    }
  }, [pageKey, mediaType, recordId])
  useEffect(() => following.current?.setAction(actionOf(isEditing)), [isEditing])
  return viewers
}
