import type { Mailer } from './mailer.ts'

/** Shows mail to whoever runs the service, line by line, instead of sending it: what development needs [A4]. */
export function printedMail(tell: (line: string) => void): Mailer {
  return {
    needsAddress: false,
    send: async ({ to: { name, address }, subject, text }) => {
      tell(`Mail for ${plain(name)}${address === null ? '' : ` <${plain(address)}>`}: ${plain(subject)}`)
      for (const line of text.trimEnd().split('\n')) tell(`  ${plain(line)}`)
    },
  }
}

/** Without what would move a terminal's cursor or begin a line of its own. */
function plain(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, ' ')
}
