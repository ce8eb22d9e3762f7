import { ADMIN } from '../harness/credentials.ts'

/** Reads paths as the shell's pages do, for the administrator. */
export async function pageReader(url: string): Promise<(path: string) => Promise<Response>> {
  const response = await fetch(`${url}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ username: ADMIN.email, password: ADMIN.password }),
  })
  if (!response.ok) throw new Error(`no session: ${response.status} ${await response.text()}`)
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return (path) => fetch(`${url}${path}`, { headers: { cookie, origin: url } })
}
