import type { Context } from 'hono'
import { html } from 'hono/html'
import type { AppEnv } from '../http.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { plainPage } from './plain-page.ts'
import { SCOPE_TEXTS, SCOPES, scopesOf } from './scopes.ts'

export interface ConsentPage {
  readonly request: AuthorizeRequest
  /** Who is asked, as people know them. */
  readonly userName: string
  /** Where the form goes. */
  readonly action: string
  readonly ticket: string
}

/** Asks a person whether an application may act for them. */
export function consentPage(c: Context<AppEnv>, { request, userName, action, ticket }: ConsentPage) {
  const { client, redirectUri, scope } = request
  const granted = scopesOf(scope)
  const wishes = SCOPES.filter((each) => granted.includes(each)).map((each) => html`<li>${SCOPE_TEXTS[each]}</li>`)
  const title = `Allow ${client.name}?`
  const main = html`<h1 id="question">${title}</h1>
<p><strong>${client.name}</strong> wants to use Marquee as you, <strong>${userName}</strong>:</p>
<ul>${wishes}</ul>
<p class="muted">Afterwards you return to ${targetOf(redirectUri)}. What you allow is remembered until you take it back.</p>
<form method="post" action="${action}" aria-labelledby="question">
<input type="hidden" name="ticket" value="${ticket}">
<button name="decision" value="deny">Deny</button>
<button name="decision" value="allow" class="primary">Allow</button>
</form>`
  return plainPage(c, { title, main, formTargets: [sourceOf(redirectUri)] })
}

/** Tells a person that an authorization request cannot be answered. */
export function refusalPage(c: Context<AppEnv>, because: string, status: 400 | 403 = 400) {
  const title = 'This sign-in cannot go on'
  const main = html`<h1>${title}</h1>
<p>${because}</p>
<p class="muted">Nothing was told to anyone. If you came from an application, its makers can mend this.</p>
<p><a class="button" href="/">Go to Marquee</a></p>`
  return plainPage(c, { title, main, status })
}

/** How a person knows the place: its host, or an application's own scheme. */
function targetOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1)
}

/** As a source of a content security policy, which browsers hold redirects after a form to as well. */
function sourceOf(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol
}
