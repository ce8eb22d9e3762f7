import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorTime } from '../test-processor-time.ts'
import type { FieldDefinition } from './field-type.ts'
import { html } from './html.ts'

const FIELD: FieldDefinition = {
  name: 'body',
  label: 'Body',
  column: 'body',
  required: false,
  unique: false,
  readOnly: false,
  defaultValue: null,
  enumValues: [],
  props: {},
  help: null,
}

function cleaned(text: string): string {
  const read = html.parseJson(text, FIELD)
  if (!read.ok) throw new Error(read.expected)
  return String(read.value ?? '')
}

describe('HTML', () => {
  it('[FT:HTML] keeps what an editor writes', () => {
    const written =
      '<h2>Title</h2><p>One <strong>two</strong> <em>three</em> <a href="https://example.com/?a=1&amp;b=2">link</a></p><ul><li>a</li></ul><img src="/files/1.png" alt="x" />'
    expect(cleaned(written)).toBe(written)
  })

  it.each([
    ['<script>alert(1)</script>ok', 'ok'],
    ['<p onclick="alert(1)" style="position:fixed" class="x">ok</p>', '<p>ok</p>'],
    ['<a href="javascript:alert(1)">ok</a>', '<a>ok</a>'],
    ['<a href=" java&#9;script:alert(1)">ok</a>', '<a>ok</a>'],
    ['<a href="data:text/html,x">ok</a>', '<a>ok</a>'],
    ['<a href="//evil.example">ok</a>', '<a>ok</a>'],
    ['<img src=x onerror=alert(1)>', '<img src="x" />'],
    ['<img src="data:image/svg+xml,x">', '<img />'],
    ['<iframe src="https://evil.example"></iframe><style>*{}</style>ok', 'ok'],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<textarea><img src=x onerror=alert(1)></textarea>', ''],
    ['<form action="https://evil.example"><input name="password">ok</form>', 'ok'],
  ])('[FT:HTML] removes what runs or disguises: %s', (written, kept) => {
    expect(cleaned(written)).toBe(kept)
  })

  it('[FT:HTML] a link into a new window does not hand over the shell', () => {
    expect(cleaned('<a href="/x" target="_blank" rel="opener">x</a>')).toBe(
      '<a href="/x" target="_blank" rel="noopener noreferrer">x</a>',
    )
  })

  it('[FT:HTML] whatever is sent, no handler, script or script address is left, and cleaning twice changes nothing', () => {
    const piece = fc.constantFrom(
      ...['<', '>', '</', '/>', '"', "'", '=', ' ', '<!--', '-->', '<![CDATA[', '&lt;', '&#0;', '&#xD800;', '&'],
      ...['script', 'svg', 'math', 'style', 'textarea', 'noscript', 'template', 'p', 'b', 'a', 'img', 'table', 'td'],
      ...['href=', 'src=', 'onerror=', 'onload=x', 'javascript:', 'JaVa\tScript:', 'style=', 'x', '🎬'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const once = cleaned(pieces.join(''))
        const tags = once.match(/<[^>]*>/g)?.join('') ?? ''
        expect(tags).not.toMatch(
          /<\/?(?:script|svg|math|style|textarea|noscript|template)|\son\w+=|(?:href|src)="\s*javascript|style=/i,
        )
        expect(cleaned(once)).toBe(once)
      }),
      { numRuns: 5000 },
    )
  })

  it('[FT:HTML] a character of two units after a broken tag is no reason to refuse the text', () => {
    expect(cleaned('</style=</🎬')).not.toMatch(/\p{Surrogate}/u)
  })

  it('[FT:HTML] a hostile document is refused or cleaned in bounded time', () => {
    const spent = processorTime()
    cleaned('<b>'.repeat(66_000))
    cleaned('<'.repeat(200_000))
    expect(html.parseJson('x'.repeat(200_001), FIELD)).toEqual({
      ok: false,
      expected: 'HTML of at most 200000 characters',
    })
    expect(spent()).toBeLessThan(5000)
  })

  it('[FT:HTML.2] has the variant editor-field', () => {
    expect(html.props(FIELD)).toEqual({ variant: 'editor-field' })
  })
})
