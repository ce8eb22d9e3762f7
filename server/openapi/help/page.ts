import { type Html, html } from './html.ts'
import { grouped, INTRODUCTION, SCHEMAS, type Section } from './sections.ts'

/** What a page of the description may load: its style and script from here, nothing else. */
export const HELP_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export interface HelpPage {
  readonly title: string
  /** The slug of the section shown; empty for the list of all routes. */
  readonly current: string
  readonly main: Html
}

/** A whole page: the bar with the search, the way through the sections, and what is shown. */
export function helpPage({ title, current, main }: HelpPage, sections: readonly Section[]): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Marquee API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/help.css">
<script src="/help.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<a class="brand" href="/help">Marquee <span>API</span></a>
<form class="find" role="search" action="/help">
<input type="search" name="find" id="find" placeholder="Find a route" aria-label="Find a route" autocomplete="off" spellcheck="false">
<kbd aria-hidden="true">/</kbd>
</form>
<nav class="bar-links" aria-label="Elsewhere"><a href="/openapi.json">OpenAPI document</a><a href="/">Back to Marquee</a></nav>
</header>
<div class="frame">
<nav class="sections" aria-label="Sections">
<ul>${[link('', 'All routes', current), link(INTRODUCTION, INTRODUCTION, current), link(SCHEMAS, 'Shared schemas', current)]}</ul>
${[...grouped(sections)].map(([heading, own]) => group(heading, own, current))}
</nav>
<main id="main" tabindex="-1">${main}</main>
</div>
</body>
</html>`
  return page.text
}

function group(heading: string, sections: readonly Section[], current: string): Html {
  return html`<section><h2>${heading}</h2><ul>${sections.map(({ slug, tag }) => link(slug, tag.name, current))}</ul></section>`
}

function link(slug: string, label: string, current: string): Html {
  const here = slug === current ? html` aria-current="page"` : ''
  return html`<li><a href="/help${slug === '' ? '' : `/${slug}`}"${here}>${label}</a></li>`
}
