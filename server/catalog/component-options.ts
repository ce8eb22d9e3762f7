import { MESSAGE_TONES, SANDBOX_TOKENS } from '../../shared/page-parts.ts'
import { addressOrigin } from '../../shared/placeholders.ts'
import type { Checked } from './metadata-problem.ts'

interface ComponentRow {
  readonly type: string
  readonly configuration: unknown
}

/** What is wrong with options that name nothing of the catalog: they would show nothing, or more than is meant. */
export function checkOptions({ type, configuration }: ComponentRow, { wrong }: Checked): void {
  const given = (configuration ?? {}) as Readonly<Record<string, unknown>>
  const { tone, text, url, sandbox } = given
  if (type === 'message') {
    if (typeof text !== 'string') wrong('configuration', 'expected a text in "text"')
    if (tone !== undefined && !MESSAGE_TONES.some((known) => known === tone))
      wrong('configuration', `expected in "tone" one of ${MESSAGE_TONES.join(', ')}`)
  }
  if (type !== 'iframe') return
  if (typeof url !== 'string' || addressOrigin(url) === null)
    wrong('configuration', 'expected in "url" an address with http or https, whose host is no placeholder')
  const tokens = sandbox === undefined ? [] : sandbox
  if (!Array.isArray(tokens) || !tokens.every((token) => SANDBOX_TOKENS.includes(token)))
    wrong('configuration', `expected in "sandbox" a list of any of ${SANDBOX_TOKENS.join(', ')}`)
}
