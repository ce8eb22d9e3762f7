import type { PresenceAction, PresenceHealth, PresenceLink, Viewer } from '../../../shared/presence.ts'
import { ApiError } from '../api/api-error.ts'
import type { PresencePlace } from '../api/concurrency.ts'

export interface PresenceApi {
  readonly health: () => Promise<PresenceHealth>
  readonly link: (place: PresencePlace, action: PresenceAction) => Promise<PresenceLink>
  /** `null`: the link has ended. */
  readonly refresh: (linkId: string, place: PresencePlace, action: PresenceAction) => Promise<PresenceLink | null>
  readonly unlink: (linkId: string) => void
}

export interface Following {
  /** Told at once. */
  readonly setAction: (action: PresenceAction) => void
  /** A page that nobody looks at tells less often, but never so seldom that its link ends. */
  readonly setHidden: (isHidden: boolean) => void
  /** The user does something; who does nothing for an hour is not there any more. */
  readonly noteActivity: () => void
  /** The page is left, but may be come back to as it was. */
  readonly leave: () => void
  readonly comeBack: () => void
  /** Leaves, and waits a little for what is being told; until `comeBack` nothing more is. */
  readonly hold: () => Promise<void>
  readonly stop: () => void
}

interface Options {
  readonly place: PresencePlace
  readonly api: PresenceApi
  readonly action: PresenceAction
  readonly isHidden: boolean
  /** The others on the record; `null`: nobody can tell now. */
  readonly show: (viewers: readonly Viewer[] | null) => void
}

/** What is waited for at most before a service that failed is asked again, in milliseconds. */
const LONGEST_MS = 60_000
/** What is told by the clock alone would keep a session alive for ever, in milliseconds. */
const IDLE_MS = 3_600_000
/** A service that does not answer is waited for no longer than this, in milliseconds. */
const HOLD_MS = 1000
const UNTOLD: Omit<PresenceHealth, 'status'> = { pollingSeconds: 10, expirySeconds: 240 }

/** Tells that the user is on a record, again and again until it is stopped, and shows who else is there [EV6]. */
export function followRecord({ place, api, show, ...first }: Options): Following {
  let { action, isHidden } = first
  let linkId: string | null = null
  let health: Omit<PresenceHealth, 'status'> | null = null
  let failures = 0
  let toldAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let telling: Promise<void> = Promise.resolve()
  let isTelling = false
  let isDue = false
  let isAway = false
  let isIdle = false
  let activeAt = Date.now()

  const leave = (): void => {
    isAway = true
    clearTimeout(timer)
    if (linkId !== null) api.unlink(linkId)
    linkId = null
  }
  const pause = (): number => {
    const { pollingSeconds, expirySeconds } = health ?? UNTOLD
    const polling = pollingSeconds * 1000
    if (failures > 0) return Math.max(polling, Math.min(LONGEST_MS, polling * 2 ** (failures - 1)))
    return isHidden ? Math.max(polling, (expirySeconds * 1000) / 3) : polling
  }
  const told = async (): Promise<PresenceLink> => {
    health ??= await api.health()
    const before = linkId
    // after a sleep or a failure it may have ended: a new one then, rather than an error in the browser's console
    const isSure = failures === 0 && Date.now() - toldAt < health.expirySeconds * 1000
    const link = before === null || !isSure ? null : await api.refresh(before, place, action)
    if (link !== null) return link
    const made = await api.link(place, action)
    if (before !== null && !isSure) api.unlink(before)
    linkId = made.linkId
    return made
  }
  const tell = (): void => {
    if (isAway) return
    isDue = isTelling
    if (isTelling) return
    isTelling = true
    clearTimeout(timer)
    telling = tellNow()
  }
  const tellNow = async (): Promise<void> => {
    let isGone = false
    try {
      const { viewers } = await told()
      failures = 0
      toldAt = Date.now()
      if (!isAway) show(viewers)
    } catch (error) {
      failures += 1
      // there is no such record any more, or it is not for this user
      isGone = error instanceof ApiError && error.status === 404
      if (!isAway) show(null)
    }
    isTelling = false
    if (isAway) leave()
    else if (isDue) tell()
    else if (!isGone) timer = setTimeout(tellUnlessIdle, pause())
  }
  const tellUnlessIdle = (): void => {
    isIdle = Date.now() - activeAt >= IDLE_MS
    if (isIdle) {
      leave()
      show(null)
    } else tell()
  }
  const comeBack = (): void => {
    if (!isAway) return
    isAway = false
    isIdle = false
    tell()
  }

  tell()
  return {
    setAction: (next) => {
      if (next === action) return
      action = next
      tell()
    },
    setHidden: (next) => {
      if (next === isHidden) return
      isHidden = next
      if (!isHidden) tell()
    },
    noteActivity: () => {
      activeAt = Date.now()
      if (isIdle) comeBack()
    },
    leave,
    comeBack,
    hold: async () => {
      isIdle = false
      leave()
      const enough = Promise.withResolvers<void>()
      const waited = setTimeout(enough.resolve, HOLD_MS)
      await Promise.race([telling, enough.promise])
      clearTimeout(waited)
    },
    stop: () => {
      isIdle = false
      leave()
    },
  }
}
