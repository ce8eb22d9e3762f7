/** Who tests sign in as; each server under test is started with these. */
export const ADMIN = { email: 'admin@marquee.test', password: 'the-administrator-of-the-tests' }
export const SERVICE_CLIENT = { id: 'tests', secret: 'the-client-of-the-tests' }

/** The settings that create them. */
export const CREDENTIALS = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  SERVICE_CLIENT_ID: SERVICE_CLIENT.id,
  SERVICE_CLIENT_SECRET: SERVICE_CLIENT.secret,
}
