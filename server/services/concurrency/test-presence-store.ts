import { describe, expect, it } from 'vitest'
import type { PresenceEntry, PresenceOptions, PresenceStore, RecordPlace } from './presence-store.ts'

export const EXPIRY_MS = 240_000
export const SCAN_MS = 600_000

const ada = { userId: 1, pageKey: 'film', action: 'viewing' } as const
const bo = { userId: 2, pageKey: 'film', action: 'editing' } as const

let records = 0

/** A record that nothing else is on. */
export function newRecord(): RecordPlace {
  records += 1
  return { mediaType: 'films', recordId: records }
}

const who = (entries: readonly PresenceEntry[]) => entries.map(({ userId, action }) => `${userId} ${action}`)

/**
 * What holds for every store of presence [EV7].
 *
 * @param open a store that keeps the given times; it is closed by who opened it.
 */
export function expectPresenceStore(name: string, open: (options: PresenceOptions) => PresenceStore): void {
  describe(`presence kept in ${name}`, () => {
    function opened(): { readonly store: PresenceStore; readonly wait: (ms: number) => void } {
      let time = Date.now()
      const store = open({ expiryMs: EXPIRY_MS, scanMs: SCAN_MS, now: () => time })
      return {
        store,
        wait: (ms) => {
          time += ms
        },
      }
    }

    it('[EV7] tells who comes of those who are there, and nobody of other records', async () => {
      const { store, wait } = opened()
      const [record, other] = [newRecord(), newRecord()]
      const first = await store.link(record, ada)
      expect([first.entry, first.others]).toMatchObject([{ ...ada, linkId: expect.any(String) }, []])
      expect(first.entry.expiresAt - first.entry.since).toBe(EXPIRY_MS)
      wait(1000)
      const second = await store.link(record, bo)
      expect(second.others).toEqual([first.entry])
      expect(second.entry.linkId).not.toBe(first.entry.linkId)
      expect((await store.link(other, bo)).others).toEqual([])
      expect(await store.entries(record)).toEqual([first.entry, second.entry])
      expect(await store.entries({ ...record, mediaType: 'makers' })).toEqual([])
    })

    it('[EV7] [EV8] [LIM:concurrency-expiry] moves the expiry on with each refresh, which may change action and page', async () => {
      const { store, wait } = opened()
      const record = newRecord()
      const { entry } = await store.link(record, ada)
      wait(EXPIRY_MS - 1)
      const { entry: visitor } = await store.link(record, bo)
      const refreshed = await store.refresh(entry.linkId, { userId: 1, action: 'editing', pageKey: 'other' })
      expect(refreshed?.others).toEqual([visitor])
      expect(refreshed?.entry).toEqual({
        ...entry,
        action: 'editing',
        pageKey: 'other',
        expiresAt: entry.expiresAt + EXPIRY_MS - 1,
      })
      wait(EXPIRY_MS - 1)
      expect((await store.refresh(entry.linkId, {}))?.entry).toMatchObject({ action: 'editing', pageKey: 'other' })
    })

    it('[EV7] [LIM:concurrency-expiry] [LIM:concurrency-scan] never tells of what has expired, though no scan has come', async () => {
      const { store, wait } = opened()
      const record = newRecord()
      const { entry } = await store.link(record, ada)
      wait(EXPIRY_MS)
      await store.tidy()
      expect(await store.entries(record)).toEqual([])
      expect(await store.refresh(entry.linkId, {})).toBeNull()
      expect(await store.unlink(entry.linkId)).toBe(false)
      expect((await store.link(record, bo)).others).toEqual([])
    })

    it('[R4.b] ends a link, of its own user alone', async () => {
      const { store } = opened()
      const record = newRecord()
      const { entry } = await store.link(record, ada)
      expect(await store.unlink(entry.linkId, 2)).toBe(false)
      expect(await store.refresh(entry.linkId, { userId: 2 })).toBeNull()
      expect(who(await store.entries(record))).toEqual(['1 viewing'])
      expect(await store.unlink(entry.linkId, 1)).toBe(true)
      expect(await store.unlink(entry.linkId, 1)).toBe(false)
      expect(await store.refresh(entry.linkId, {})).toBeNull()
      expect(await store.entries(record)).toEqual([])
    })

    it('knows no link that it did not give', async () => {
      const { store } = opened()
      const { linkId } = (await store.link(newRecord(), ada)).entry
      for (const other of ['', 'films', linkId.replace(/.$/, (last) => (last === '0' ? '1' : '0')), `${linkId}.more`]) {
        expect([other, await store.refresh(other, {}), await store.unlink(other)]).toEqual([other, null, false])
      }
    })

    it('keeps the newest twenty windows of one user on one record', async () => {
      const { store, wait } = opened()
      const record = newRecord()
      await store.link(record, bo)
      const links: string[] = []
      for (let count = 0; count < 22; count += 1) {
        wait(1)
        links.push((await store.link(record, ada)).entry.linkId)
      }
      const kept = await store.entries(record)
      expect(kept.filter(({ userId }) => userId === 1).map(({ linkId }) => linkId)).toEqual(links.slice(2))
      expect(kept).toHaveLength(21)
    })

    it('takes what comes at once one after the other', async () => {
      const { store } = opened()
      const record = newRecord()
      const made = await Promise.all([1, 2, 3, 4, 5].map((userId) => store.link(record, { ...ada, userId })))
      expect((await store.entries(record)).map(({ userId }) => userId).toSorted()).toEqual([1, 2, 3, 4, 5])
      await Promise.all(made.map(({ entry }) => store.unlink(entry.linkId)))
      expect(await store.entries(record)).toEqual([])
      await store.check()
    })
  })
}
