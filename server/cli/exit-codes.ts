/** What the process ends with; documented in docs/cli.md. */
export const EXIT = {
  done: 0,
  failed: 1,
  /** Unknown option or command, a missing argument, a wrong value in the environment. */
  usage: 2,
  dataFolderInUse: 3,
  /** `schema diff` found differences, `migrate --status` migrations that are missing. */
  different: 4,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'done',
  failed: 'failed; the reason is on standard error, and nothing was changed',
  usage: 'wrong usage: an unknown command or option, a missing argument, a wrong setting in the environment',
  dataFolderInUse: 'the data folder is in use by another process',
  different: 'a comparison found differences',
  interrupted: 'interrupted (Ctrl-C, SIGTERM); an open transaction was rolled back',
}
