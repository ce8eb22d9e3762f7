import { expect, it } from 'vitest'
import { createAuth } from './index.ts'
import { addUser, ORIGIN, openTestDatabase, PASSWORD, signIn, testApp } from './test-service.ts'

it('[RT:update-password] leaves the browser signed in behind a proxy that asks for a password of its own', async () => {
  const database = await openTestDatabase()
  await addUser(database, 'ada')
  const app = testApp(createAuth({ database }))
  const { cookie } = await signIn(app, 'ada')
  const authorization = `Basic ${btoa('staging:secret')}`
  const response = await app.request(`${ORIGIN}/api/v2/auth/update-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, cookie, authorization },
    body: JSON.stringify({ currentPassword: PASSWORD, newPassword: 'another long password' }),
  })
  expect(response.status).toBe(204)
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^marquee_session=v1/)])
})
