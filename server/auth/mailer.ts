export interface Mail {
  /** Whom it is for: by name for whoever reads it elsewhere, by address for the mail server. */
  readonly to: { readonly name: string; readonly address: string | null }
  readonly subject: string
  /** Plain text, lines ended by `\n`. */
  readonly text: string
}

/** The way mail leaves [A4]. */
export interface Mailer {
  /** A user without an address cannot be told anything. */
  readonly needsAddress: boolean
  /** Resolves when the mail was taken. @throws when it was not. */
  readonly send: (mail: Mail) => Promise<void>
}
