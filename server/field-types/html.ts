import sanitizeHtml from 'sanitize-html'
import { FORMATTED } from '../../shared/values/html.ts'
import { storableText } from '../../shared/values/storable.ts'
import { textLike } from './text-like.ts'

/**
 * Formatted text. What could run or disguise something is removed before it is stored: scripts, event handlers,
 * styles, frames, and addresses other than those of the web, mail and telephone.
 * Its length is bounded because the parser's time grows with the square of unclosed tags.
 */
export const html = textLike({
  ...FORMATTED,
  name: 'HTML',
  widget: 'html',
  // The parser cuts through a character of two units that it takes for a tag's name.
  read: (text) => storableText(sanitizeHtml(text, ALLOWED).replace(/\p{Surrogate}/gu, '')),
  operators: ['ct', 'lk', 'isempty'],
  props: () => ({ variant: 'editor-field' }),
  schema: () => ({ contentMediaType: 'text/html', examples: ['<p>Text</p>'] }),
})

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    ...['blockquote', 'pre', 'code', 'ul', 'ol', 'li', 'dl', 'dt', 'dd'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'q', 'cite', 'abbr', 'kbd'],
    ...['a', 'img', 'figure', 'figcaption'],
    ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    '*': ['title', 'lang', 'dir'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start', 'type', 'reversed'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    col: ['span'],
    colgroup: ['span'],
  },
  allowedSchemes: ['http', 'https', 'ftp', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nestingLimit: 100,
  parseStyleAttributes: false,
  // A page opened from a link must not reach back into the shell.
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: 'target' in attribs ? { ...attribs, rel: 'noopener noreferrer' } : attribs,
    }),
  },
}
