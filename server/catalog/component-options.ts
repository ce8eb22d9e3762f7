import { MESSAGE_TONES, SANDBOX_TOKENS } from '../../shared/page-parts.ts'
import { addressOrigin } from '../../shared/placeholders.ts'
import type { Checked } from './metadata-problem.ts'
import { OPTION_NAMES } from './option-names.ts'

interface ComponentRow {
  readonly type: string
  readonly configuration: unknown
}

/** What is wrong with a built-in component's options: names there are none of, and those that name nothing of the catalog: they would show nothing, or more than is meant. */
export function checkOptions({ type, configuration }: ComponentRow, { wrong }: Checked): void {
  const given = (configuration ?? {}) as Readonly<Record<string, unknown>>
  const { tone, text, url, sandbox } = given
  const known = Object.hasOwn(OPTION_NAMES, type) ? OPTION_NAMES[type] : undefined
  for (const name of known === undefined ? [] : Object.keys(given)) {
    if (!known?.includes(name))
      wrong('configuration', `${type} has no option ${JSON.stringify(name)}: ${expected(known)}`)
  }
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

function expected(names: readonly string[] = []): string {
  return names.length === 0 ? 'expected none' : `expected one of ${names.join(', ')}`
}
