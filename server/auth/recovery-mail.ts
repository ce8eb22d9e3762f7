import type { BuiltInTexts } from '../dictionary/english.ts'
import type { Mail } from './mailer.ts'
import { LINK_SECONDS, type ResetLink } from './reset-links.ts'

/** Texts by key in the language that the user prefers, or the browser accepts, or the default one. */
export type TextsFor = (own: string | null, accept: string | undefined) => ReadonlyMap<string, string>

type Key = Extract<keyof BuiltInTexts, `MAIL/RESET/${string}`>

/** The page that takes the link; what it ends with stands behind `#`, which browsers send to nobody. */
const PAGE = '/reset-password'

/** The mail to a user who forgot the password, in the dictionary's words. */
export function recoveryMail({ token, name, email }: ResetLink, origin: string, texts: ReturnType<TextsFor>): Mail {
  const values = { name, link: `${origin}${PAGE}#${token}`, minutes: String(LINK_SECONDS / 60) }
  const filled = (key: Key): string => fill(texts.get(key) ?? '', values)
  const text = filled('MAIL/RESET/TEXT')
  return {
    to: { name, address: email },
    subject: filled('MAIL/RESET/SUBJECT'),
    // whoever worded the text anew may have left the link out
    text: text.includes(values.link) ? text : `${text}\n\n${values.link}\n`,
  }
}

/** A text with each `{name}` that there is a value for replaced by it. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)
}
