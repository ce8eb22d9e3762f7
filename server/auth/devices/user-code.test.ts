import { describe, expect, it } from 'vitest'
import { newUserCode, readUserCode, shownUserCode, userCodeHash } from './user-code.ts'

describe('user codes', () => {
  it('[X39.a] are eight consonants, each as likely as the others, shown in two halves', () => {
    const codes = Array.from({ length: 2000 }, newUserCode)
    expect(codes.filter((code) => !/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/.test(code))).toEqual([])
    expect(new Set(codes).size).toBe(2000)
    const counts = Object.values(Object.groupBy([...codes.join('')], (letter) => letter)).map((of) => of?.length ?? 0)
    // 16,000 letters, 800 of each: six standard deviations are 166
    expect(counts).toHaveLength(20)
    expect(Math.min(...counts)).toBeGreaterThan(634)
    expect(Math.max(...counts)).toBeLessThan(966)
    expect(shownUserCode('WDJBMJHT')).toBe('WDJB-MJHT')
  })

  it('[A3.i] are read as people type them', () => {
    for (const typed of ['WDJB-MJHT', 'wdjbmjht', ' wdjb mjht ', 'WDJB–MJHT', 'w.d.j.b.m.j.h.t'])
      expect(readUserCode(typed), typed).toBe('WDJBMJHT')
    for (const typed of [
      '',
      'WDJB-MJH',
      'WDJB-MJHTT',
      'ADJB-MJHT',
      'WDJB-MJH1',
      'WDJB\0MJHT',
      `${' '.repeat(40)}WDJBMJHT`,
    ])
      expect(readUserCode(typed), typed).toBeNull()
    expect(userCodeHash('WDJBMJHT')).toMatch(/^[0-9a-f]{64}$/)
  })
})
