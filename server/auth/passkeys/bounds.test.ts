import { describe, expect, it } from 'vitest'
import { takeChallenge } from './challenges.ts'
import { json, refusal, visit } from './test-visit.ts'

const { at, post, creation, added, list, send } = visit()

describe('passkeys of a user', () => {
  it('[A3] are twenty at most, however many were begun beforehand', async () => {
    const begun = [await creation(), await creation(), await creation()]
    for (let count = 1; count <= 19; count++) await added(`Key ${count}`)
    const answers = await Promise.all(
      begun
        .map((options) =>
          refusal(post('passkeys/register', { name: 'One more', credential: at.device.create(options) })),
        )
        .map((answer) => answer.catch(() => 'added')),
    )
    expect(answers.filter((answer) => answer === 'added')).toHaveLength(1)
    expect(answers.filter((answer) => answer !== 'added')).toEqual(Array(2).fill([422, 'VALIDATION', '']))
    expect(await list()).toHaveLength(20)
    const proof = { currentPassword: 'correct horse battery staple' }
    expect(await refusal(post('passkeys/register/options', proof))).toEqual([422, 'VALIDATION', ''])
    const [first] = await list()
    expect((await send('POST', `passkeys/${first?.id}/remove`, proof)).status).toBe(204)
    await json(post('passkeys/register/options', proof))
  })

  it('[ERR:VALIDATION] have ids of 1023 bytes at most (WebAuthn, section 7.1)', async () => {
    const register = async (idBytes: number) => {
      const credential = at.device.create(await creation(), 'ES256', { idBytes })
      // what stands outside what the authenticator wrote is the browser's word
      return post('passkeys/register', { name: 'Long', credential: { ...credential, id: 'AAAA', rawId: 'AAAA' } })
    }
    expect(await refusal(register(1024))).toEqual([422, 'VALIDATION', '/credential'])
    expect(await refusal(register(6000))).toEqual([422, 'VALIDATION', '/credential'])
    expect(await list()).toEqual([])
  })
})

describe('a challenge', () => {
  it('[A2] that ran out while its answer was checked is not taken', async () => {
    const until = Math.floor(at.clock.now() / 1000) + 300
    const challenge = { kind: 'signIn', nonce: 'once', until } as const
    expect(await takeChallenge(at.database.kysely, at.clock.now(), challenge)).toBe(true)
    at.clock.advance(300)
    expect(await takeChallenge(at.database.kysely, at.clock.now(), challenge)).toBe(false)
  })
})
