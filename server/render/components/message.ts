import { MESSAGE_TONES, type MessageData, type MessageSchema, type MessageTone } from '../../../shared/page-parts.ts'
import { fillPlaceholders } from '../../../shared/placeholders.ts'
import { html as htmlType } from '../../field-types/html.ts'
import type { ComponentContext } from '../context.ts'
import type { ComponentMapper } from './component-mapper.ts'
import { flagOption, textOption } from './configuration.ts'
import { lacksRecord, readableValues, type ValueOf } from './page-record.ts'

/** A text that the page's definition holds, with values of the page's record in it. */
export const message: ComponentMapper = {
  name: 'message',
  hidden: (context) => lacksRecord(textsOf(context), context),
  schema,
  data,
}

function schema({ component }: ComponentContext): MessageSchema {
  const tone = textOption(component, 'tone')
  return {
    tone: MESSAGE_TONES.find((known): known is MessageTone => known === tone) ?? 'info',
    dismissible: flagOption(component, 'dismissible') === true,
  }
}

async function data(context: ComponentContext): Promise<MessageData> {
  const [title, text] = textsOf(context)
  const fill = await readableValues([title, text], context)
  return {
    title: title === '' ? null : fillPlaceholders(title, fill),
    html: messageHtml(text, fill),
  }
}

function textsOf({ component }: ComponentContext): readonly [title: string, text: string] {
  return [textOption(component, 'title') ?? '', textOption(component, 'text') ?? '']
}

/** A tag, as far as it goes, or what stands between two. */
const PIECE = /<[^>]*(?:>|$)|[^<]+/g

/**
 * The text as the type HTML would keep it. Values come in as text: escaped between tags, percent-encoded within one, so
 * that an address stays where it leads to. A text without tags is paragraphs, with an empty line between two.
 */
export function messageHtml(text: string, fill: ValueOf): string {
  const marked = /<[a-z/]/i.test(text) ? text : paragraphs(text)
  const filled = marked.replace(PIECE, (piece) =>
    fillPlaceholders(piece, (name) =>
      piece.startsWith('<') ? encodeURIComponent(fill(name).toWellFormed()) : escaped(fill(name)),
    ),
  )
  const read = htmlType.parseJson(filled, ANY_HTML)
  if (!read.ok) throw new Error(`the message is not ${read.expected}`)
  return typeof read.value === 'string' ? read.value : ''
}

function paragraphs(text: string): string {
  const parts = text.split(/\n\s*\n/).filter((part) => part.trim() !== '')
  return parts.map((part) => `<p>${escaped(part.trim()).replaceAll('\n', '<br>')}</p>`).join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

const ANY_HTML = {
  ...{ name: 'text', label: 'Text', column: 'text', defaultValue: null, enumValues: [], props: {}, help: null },
  ...{ required: false, unique: false, readOnly: false },
}
