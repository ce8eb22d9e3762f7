import { isMembers, type Members, membersOf, textIn } from './members.ts'
import { type Means, type Profile, ProviderFault, type ProviderKind } from './provider.ts'

/** GitHub, or GitHub Enterprise: OAuth without ID tokens, so that its API tells whose the token is. */
export const github: ProviderKind = ({ issuer, scopes }, means) => ({
  scopes: scopes ?? ['read:user', 'user:email'],
  endpoints: async () => ({
    issuer,
    namesIssuer: false,
    authorization: `${issuer}/authorize`,
    token: `${issuer}/access_token`,
    secretInForm: false,
  }),
  profile: async (tokens) => {
    const access = textIn(tokens.data as Members, 'access_token', 4096)
    if (access === null) throw new ProviderFault('failed', 'it gave no access token')
    return profileOf(means, issuer, access)
  },
})

async function profileOf({ ask }: Means, issuer: string, access: string): Promise<Profile> {
  const api = apiOf(issuer)
  const headers = { authorization: `Bearer ${access}`, accept: 'application/vnd.github+json' }
  const user = membersOf(await ask(`${api}/user`, { headers }), 'its API')
  // a login can be changed, and be taken by somebody else then
  const { id } = user
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw new ProviderFault('failed', 'its API names nobody')
  const { status, body } = await ask(`${api}/user/emails`, { headers })
  const emails = status === 200 && Array.isArray(body) ? body.filter(isMembers) : []
  const primary = emails.find((email) => email.primary === true && email.verified === true)
  return {
    issuer,
    subject: String(id),
    email: primary === undefined ? null : textIn(primary, 'email'),
    name: textIn(user, 'name', 200) ?? textIn(user, 'login', 200),
  }
}

function apiOf(issuer: string): string {
  const { origin } = new URL(issuer)
  return origin === 'https://github.com' ? 'https://api.github.com' : `${origin}/api/v3`
}
