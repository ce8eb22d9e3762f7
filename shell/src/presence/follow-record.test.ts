import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PresenceAction, PresenceLink, Viewer } from '../../../shared/presence.ts'
import { ApiError, NetworkError } from '../api/api-error.ts'
import { type Following, followRecord, type PresenceApi } from './follow-record.ts'

const PLACE = { pageKey: 'film', mediaType: 'films', recordId: 7 }
const ANNA: Viewer = { userId: 2, name: 'Anna', action: 'viewing', pageKey: 'film', since: '2026-11-21T12:00:00.000Z' }

/** A service whose answers each test chooses, and what it was told. */
function service() {
  const told: string[] = []
  const state = { viewers: [ANNA] as readonly Viewer[], failing: null as Error | null, ended: false, links: 0 }
  const answer = async (text: string): Promise<PresenceLink> => {
    told.push(text)
    if (state.failing !== null) throw state.failing
    return { linkId: `link ${state.links}`, expiresAt: '', viewers: state.viewers }
  }
  const api: PresenceApi = {
    health: async () => {
      if (state.failing !== null) throw state.failing
      return { status: 'up', pollingSeconds: 10, expirySeconds: 240 }
    },
    link: (place, action) => {
      state.links += 1
      return answer(`link ${place.recordId} ${action}`)
    },
    refresh: async (linkId, _place, action) => {
      if (!state.ended) return answer(`refresh ${linkId} ${action}`)
      state.ended = false
      return null
    },
    unlink: (linkId) => void told.push(`unlink ${linkId}`),
  }
  return { told, state, api }
}

let following: Following | undefined
const follow = (api: PresenceApi, action: PresenceAction = 'viewing', isHidden = false) => {
  const shown: (readonly Viewer[] | null)[] = []
  following = followRecord({ place: PLACE, api, action, isHidden, show: (viewers) => shown.push(viewers) })
  return { shown, following }
}
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  following?.stop()
  vi.useRealTimers()
})

describe('a page that shows a record', () => {
  it('[EV6] [LIM:concurrency-poll] tells user, page and record at once and every ten seconds, and shows who else is there', async () => {
    const { told, api, state } = service()
    const { shown } = follow(api)
    await later(0)
    expect(told).toEqual(['link 7 viewing'])
    expect(shown).toEqual([[ANNA]])
    state.viewers = []
    await later(9999)
    expect(told).toHaveLength(1)
    await later(1)
    await later(10_000)
    expect(told).toEqual(['link 7 viewing', 'refresh link 1 viewing', 'refresh link 1 viewing'])
    expect(shown).toEqual([[ANNA], [], []])
  })

  it('[EV8] tells at once that it is edited, and goes on from there', async () => {
    const { told, api } = service()
    const { following: page } = follow(api)
    await later(0)
    page.setAction('editing')
    page.setAction('editing')
    await later(0)
    expect(told).toEqual(['link 7 viewing', 'refresh link 1 editing'])
    await later(4000)
    page.setAction('viewing')
    await later(9999)
    expect(told.slice(2)).toEqual(['refresh link 1 viewing'])
    await later(1)
    expect(told).toHaveLength(4)
  })

  it('[EV7] links anew when its link has ended', async () => {
    const { told, state, api } = service()
    follow(api)
    await later(0)
    state.ended = true
    await later(10_000)
    expect(told).toEqual(['link 7 viewing', 'link 7 viewing'])
    await later(10_000)
    expect(told.at(-1)).toBe('refresh link 2 viewing')
  })

  it('[EV7] links anew after a sleep that no link outlives', async () => {
    const { told, api } = service()
    const { following: page } = follow(api)
    await later(0)
    vi.setSystemTime(Date.now() + 240_000)
    page.setHidden(true)
    page.setHidden(false)
    await later(0)
    expect(told).toEqual(['link 7 viewing', 'link 7 viewing', 'unlink link 1'])
  })

  it('says that it was left, once, even when that was while it told something', async () => {
    const { told, api } = service()
    const { following: page, shown } = follow(api)
    page.stop()
    await later(0)
    expect([told, shown]).toEqual([['link 7 viewing', 'unlink link 1'], []])
    page.stop()
    await later(60_000)
    expect(told).toHaveLength(2)
  })

  it('links again when it is come back to', async () => {
    const { told, api } = service()
    const { following: page } = follow(api)
    await later(0)
    page.comeBack()
    page.leave()
    await later(30_000)
    expect(told).toEqual(['link 7 viewing', 'unlink link 1'])
    page.comeBack()
    await later(0)
    expect(told.at(-1)).toBe('link 7 viewing')
  })

  it('[EV8] holds still while its record is deleted: it is left once what was being told has been answered', async () => {
    const { told, api } = service()
    const answers: (() => void)[] = []
    const slow: PresenceApi = {
      ...api,
      link: async (place, action) => {
        await new Promise<void>((answered) => answers.push(answered))
        return api.link(place, action)
      },
    }
    const { following: page } = follow(slow)
    await later(0)
    let isHeld = false
    void page.hold().then(() => {
      isHeld = true
    })
    page.setAction('editing')
    await later(999)
    expect([isHeld, told]).toEqual([false, []])
    answers.shift()?.()
    await later(0)
    expect([isHeld, told]).toEqual([true, ['link 7 viewing', 'unlink link 1']])
    page.noteActivity()
    await later(60_000)
    expect(told).toHaveLength(2)
    page.comeBack()
    await later(0)
    answers.shift()?.()
    await later(0)
    expect(told.at(-1)).toBe('link 7 editing')
  })

  it('keeps nobody from deleting for longer than a second', async () => {
    const { api } = service()
    const { following: page } = follow({ ...api, link: () => new Promise(() => undefined) })
    await later(0)
    const held = page.hold().then(() => 'held')
    await later(1000)
    expect(await held).toBe('held')
  })

  it('is left by who does nothing for an hour, so that no session lives for ever, and come back to by who does', async () => {
    const { told, api } = service()
    const { following: page, shown } = follow(api)
    await later(1_800_000)
    page.noteActivity()
    await later(3_599_999)
    expect(shown.at(-1)).toEqual([ANNA])
    await later(1)
    expect([shown.at(-1), told.at(-1)]).toEqual([null, 'unlink link 1'])
    const before = told.length
    await later(7_200_000)
    expect(told).toHaveLength(before)
    page.noteActivity()
    await later(0)
    expect([shown.at(-1), told.slice(before)]).toEqual([[ANNA], ['link 7 viewing']])
  })

  it('tells less often while nobody looks at it, but well before its link ends', async () => {
    const { told, api } = service()
    const { following: page } = follow(api, 'viewing', true)
    await later(79_999)
    expect(told).toHaveLength(1)
    await later(1)
    expect(told).toHaveLength(2)
    page.setHidden(false)
    await later(0)
    expect(told).toHaveLength(3)
    await later(10_000)
    expect(told).toHaveLength(4)
  })

  it('[ERR:concurrency-service-down] shows nobody while the service is down, asks ever more seldom, and comes back with it', async () => {
    const { told, state, api } = service()
    const { shown } = follow(api)
    await later(0)
    state.failing = new NetworkError(null)
    await later(10_000)
    expect(shown.at(-1)).toBeNull()
    told.length = 0
    await later(10_000 + 20_000 + 40_000 + 60_000 + 60_000)
    expect(told).toHaveLength(5)
    state.failing = null
    told.length = 0
    await later(60_000)
    expect(shown.at(-1)).toEqual([ANNA])
    // the old link may have ended, and must not go on beside the new one
    expect(told).toEqual(['link 7 viewing', 'unlink link 1'])
    told.length = 0
    await later(10_000)
    expect(told).toHaveLength(1)
  })

  it('[ERR:concurrency-service-down] begins as soon as the service does', async () => {
    const { told, state, api } = service()
    state.failing = new ApiError(503, [], null)
    const { shown } = follow(api)
    await later(0)
    expect([shown, told]).toEqual([[null], []])
    state.failing = null
    await later(10_000)
    expect(shown).toEqual([null, [ANNA]])
  })

  it('asks no more where there is no such record', async () => {
    const { told, state, api } = service()
    const { shown } = follow(api)
    await later(0)
    state.ended = true
    state.failing = new ApiError(404, [], null)
    await later(3_600_000)
    expect(shown).toEqual([[ANNA], null])
    expect(told).toEqual(['link 7 viewing', 'link 7 viewing'])
  })
})
