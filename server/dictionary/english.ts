import { ERROR_TITLES, type ErrorCode } from '../errors.ts'

type ErrorTexts = { readonly [Code in ErrorCode as `ERROR/${Code}`]: string }

/** Texts of the service itself, by key: what every built-in language is complete by. */
export const english = {
  ...(Object.fromEntries(Object.entries(ERROR_TITLES).map(([code, title]) => [`ERROR/${code}`, title])) as ErrorTexts),
  'RELATED/CHILDREQUIRED': 'At least one related record is required.',
  'MAIL/RESET/SUBJECT': 'A new password for Marquee',
  'MAIL/RESET/TEXT': `Hello {name},

somebody, most likely you, asked for a new password for Marquee. This link lets you choose one. It works once, and for {minutes} minutes:

{link}

If it was not you, there is nothing to do: your password stays as it is.
`,
  'MAIL/PASSKEY_ADDED/SUBJECT': 'A new passkey for Marquee',
  'MAIL/PASSKEY_ADDED/TEXT': `Hello {name},

the passkey "{passkey}" was added to your account. It signs you in to Marquee without your password.

If it was not you, sign in, remove the passkey and change your password.
`,
  'MAIL/PASSKEY_REMOVED/SUBJECT': 'A passkey was removed from Marquee',
  'MAIL/PASSKEY_REMOVED/TEXT': `Hello {name},

the passkey "{passkey}" was removed from your account. It signs nobody in to Marquee any more.

If it was not you, sign in and change your password.
`,
}

/** The keys that a built-in language has a text for. */
export type BuiltInTexts = Readonly<Record<keyof typeof english, string>>
