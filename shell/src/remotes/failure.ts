import type { RemoteBundle } from '../../../shared/remotes.ts'

const refused = new Set<string>()

/** Notes what the page's policy keeps out from now on: whoever loads it is told no more than that it failed. */
export function watchPolicy(): void {
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
    if (URL.canParse(blockedURI)) refused.add(new URL(blockedURI).origin)
  })
}

/** How browsers say that a script was not to be had: unreachable, not there, or not for other origins. */
const NOT_LOADED = /dynamically imported module|Importing a module script failed|Failed to fetch|RUNTIME-00[138]/i

/** Why a bundle is not there, for whoever looks at the page; bundles throw what they like. */
export function failureReason(
  error: unknown,
  { entry }: RemoteBundle,
  isRefused: ReadonlySet<string> = refused,
): string {
  const { origin } = new URL(entry)
  if (isRefused.has(origin)) return `This page does not let ${origin} in. Reload it if the bundle is new.`
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof SyntaxError) return `Its script cannot be read: ${brief(text)}`
  if (NOT_LOADED.test(text)) return `Its script could not be loaded from ${origin}.`
  return brief(text)
}

/** The first line, without the marks of the federation runtime. */
function brief(text: string): string {
  const [line = ''] = text.replace(/^\s*\[\s*Federation Runtime\s*\]:?\s*/i, '').split('\n')
  return line.length > 200 ? `${line.slice(0, 200)}…` : line || 'It failed without saying why.'
}
