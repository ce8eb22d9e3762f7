import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { AppEnv } from '../http.ts'
import { randomText } from './base64url.ts'

/** The shell's sign-in page in little: the same card and colours, light and dark. */
const STYLE = `
:root {
  color-scheme: light dark;
  --canvas: #f6f7f7; --surface: #fff; --line: #e3e7e7; --line-strong: #cbd2d2; --hover: #f3f6f6; --sunken: #f1f3f3;
  --text: #17211f; --muted: #5a6765; --accent: #0f766e; --accent-hover: #0b655e; --accent-text: #0b655e;
  --shadow: 0 8px 24px rgb(15 30 28 / 12%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #101414; --surface: #171c1c; --line: #2a3232; --line-strong: #3d4848; --hover: #1d2424; --sunken: #131818;
    --text: #e4eae9; --muted: #9aa8a6; --accent: #0f7a71; --accent-hover: #1a8076; --accent-text: #52cabd;
    --shadow: 0 8px 24px rgb(0 0 0 / 45%);
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  display: grid; place-items: center; min-height: 100dvh; margin: 0; padding: 24px;
  background: var(--canvas); color: var(--text);
  font: 14px / 1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
}
main {
  width: min(400px, 100%); margin-bottom: 10vh; padding: 28px; border: 1px solid var(--line); border-radius: 12px;
  background: var(--surface); box-shadow: var(--shadow); overflow-wrap: anywhere;
}
.brand { display: flex; align-items: center; gap: 10px; margin: 0 0 16px; font-weight: 650; }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; font-weight: 650; letter-spacing: -0.015em; }
p { margin: 0 0 12px; }
.muted { color: var(--muted); }
ul { margin: 0 0 16px; padding: 10px 14px 10px 32px; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken); }
form { display: flex; gap: 8px; margin: 20px 0 0; }
button, .button {
  flex: 1; padding: 8px 14px; border: 1px solid var(--line-strong); border-radius: 6px; background: var(--surface);
  color: var(--text); font: inherit; font-weight: 500; text-align: center; text-decoration: none; cursor: pointer;
}
p > .button { display: inline-block; margin-top: 8px; }
button:hover, .button:hover { background: var(--hover); }
button.primary { border-color: var(--accent); background: var(--accent); color: #fff; }
button.primary:hover { background: var(--accent-hover); }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
`

const LOGO = `<svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true"><rect width="32" height="32" rx="7" fill="var(--accent)"/><path d="M7 23V9h3.6L16 17.2 21.4 9H25v14h-3.8v-7.6l-4 6h-2.4l-4-6V23z" fill="#fff"/></svg>`

export type Markup = ReturnType<typeof html>

export interface PlainPage {
  readonly title: string
  readonly main: Markup
  readonly status?: 200 | 400 | 403
  /** Where a form of it may lead beside this service. */
  readonly formTargets?: readonly string[]
}

/** A page without scripts that cannot be framed, so that nobody clicks on it unknowingly (RFC 9700, section 4.16). */
export async function plainPage(c: Context<AppEnv>, { title, main, status = 200, formTargets = [] }: PlainPage) {
  const nonce = randomText(16)
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  c.header('content-security-policy', policy.join('; '))
  c.header('x-frame-options', 'DENY')
  c.header('cache-control', 'no-store')
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Marquee</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">${raw(STYLE)}</style>
</head>
<body>
<main>
<p class="brand">${raw(LOGO)} Marquee</p>
${main}
</main>
</body>
</html>`
  return c.html(page, status)
}
