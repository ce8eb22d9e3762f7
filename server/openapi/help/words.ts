import { escapeHtml, Html } from './html.ts'

/** CommonMark as this service writes it, as HTML: paragraphs, `##` headings, lists, fenced and inline code. */
export function words(text: string): Html {
  return new Html(
    text
      .split(/\n{2,}/)
      .map(block)
      .join('\n'),
  )
}

/** The same of one line. */
export function inlineWords(text: string): Html {
  return new Html(inline(text))
}

function block(text: string): string {
  if (text.startsWith('```')) {
    const code = text.replace(/^```\n?/, '').replace(/\n?```$/, '')
    return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`
  }
  if (text.startsWith('## ')) return `<h2>${inline(text.slice(3))}</h2>`
  const lines = text.split('\n')
  if (!lines.every((line) => line.startsWith('- '))) return `<p>${inline(lines.join(' '))}</p>`
  return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`
}

function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`.+`$/.test(part) ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : escapeHtml(part)))
    .join('')
}
