import { expect, test } from 'vitest'
import { createAuth } from './auth.ts'
import { verifyUser } from './credentials.ts'
import { resetPassword } from './reset-password.ts'
import { addUser, openTestDatabase, PASSWORD, signIn, testApp } from './test-service.ts'

test('[A2] an operator gives a user a new password, which ends the sessions', async () => {
  const database = await openTestDatabase()
  await addUser(database, 'ada')
  const app = testApp(createAuth({ database }))
  const { cookie } = await signIn(app, 'ada')
  const password = await resetPassword(database, 'ADA')
  expect(await verifyUser(database, 'ada', PASSWORD)).toBeNull()
  expect(await verifyUser(database, 'ada', password ?? '')).toMatchObject({ username: 'ada' })
  const fresh = testApp(createAuth({ database }))
  expect((await fresh.request('http://cms.test/user/me', { headers: { cookie } })).status).toBe(401)
  expect(await resetPassword(database, 'nobody')).toBeNull()
})
