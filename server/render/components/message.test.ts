import { describe, expect, it } from 'vitest'
import { messageHtml } from './message.ts'

const values: Readonly<Record<string, string>> = {
  title: '<b>Heat</b> & "Dust"',
  url: 'javascript:alert(1)',
  odd: '{title}',
}
const html = (text: string): string => messageHtml(text, (name) => values[name] ?? '')

describe('the text of a message', () => {
  it('[CT:message] is paragraphs where it has no tags', () =>
    expect(html('One\nline.\n\n Two & three. \n\n\n')).toBe('<p>One<br />line.</p><p>Two &amp; three.</p>'))

  it('[CT:message] keeps what formatted text may have, and nothing that runs', () =>
    expect(
      html('<p onclick="x()">A <a href="/p/films">link</a><script>x()</script><iframe src="/"></iframe></p>'),
    ).toBe('<p>A <a href="/p/films">link</a></p>'))

  it('[CT:message] holds values of the record as text', () =>
    expect(html('<p>{title}, {none}{odd}</p>')).toBe('<p>&lt;b&gt;Heat&lt;/b&gt; &amp; "Dust", {title}</p>'))

  it.each([
    ['<a href="{url}">x</a>', '<a href="javascript%3Aalert(1)">x</a>'],
    ['<a href="https://x.example/?q={title}">x</a>', 'https://x.example/?q=%3Cb%3EHeat%3C%2Fb%3E%20%26%20%22Dust%22'],
    ['<p title="{title}">x', '%22Dust%22'],
    ['<p title="{title}', ''],
  ])('[CT:message] a value within a tag stays within it: %s', (text, part) => {
    const made = html(text)
    expect(made).toContain(part)
    expect(made).not.toContain('<b>')
    expect(made).not.toMatch(/href="javascript:/)
  })

  it('[CT:message] may be nothing', () => expect(html('')).toBe(''))
})
