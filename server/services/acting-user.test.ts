import { describe, expect, it } from 'vitest'
import { UNRESTRICTED } from '../catalog/rights.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../http.ts'
import { ACTING_USER, actingAuthor, readActingUser, writeActingUser } from './acting-user.ts'

const user: Caller = {
  ...{ kind: 'user', key: 'user:7', userId: 7, username: 'ada', name: 'Ada & Zoë', isAdministrator: true },
  ...{ language: null, clientId: null, rights: UNRESTRICTED },
}
const importer: Caller = { ...user, kind: 'service', key: 'client:importer', name: 'Importer', isAdministrator: false }

describe('who acts by a request', () => {
  it('[EV1] is its caller, or whom a service names; what a user names is passed over', () => {
    const named = 'id=9&name=Grace'
    expect(actingAuthor(user, undefined)).toEqual({ userId: 7, name: 'Ada & Zoë' })
    expect(actingAuthor(user, named)).toEqual({ userId: 7, name: 'Ada & Zoë' })
    expect(actingAuthor(importer, undefined)).toEqual({ userId: null, name: 'Importer' })
    expect(actingAuthor(importer, named)).toEqual({ userId: 9, name: 'Grace' })
  })

  it.each([
    { userId: 7, name: 'Ada & Zoë' },
    { userId: null, name: 'Importer' },
  ])('[EV1] comes whole to the service: %j', (author) => {
    const header = writeActingUser(author)
    expect(new Headers({ [ACTING_USER]: header }).get(ACTING_USER)).toBe(header)
    expect(readActingUser(header)).toEqual(author)
  })

  it('[ERR:PARAMETER] is refused where it names nobody', () => {
    for (const header of ['', 'id=7', 'id=x&name=Ada', 'id=0&name=Ada', `name=${'x'.repeat(501)}`, 'name=%00']) {
      expect(() => readActingUser(header), header).toThrow(AppError)
    }
    expect(readActingUser(writeActingUser({ userId: 1, name: 'x'.repeat(900) })).name).toHaveLength(500)
  })
})
