import { registry } from '../registry.ts'

export interface Command {
  readonly name: string
  /** One line for the help. */
  readonly summary: string
  readonly run: (args: readonly string[]) => Promise<void>
}

/** Every command of `marquee`; each is loaded only when it is run. */
export const commands = registry<Command>('command', [
  {
    name: 'serve',
    summary: 'run the service until a signal ends it',
    run: async () => (await import('../runtime/node.ts')).serveOnNode(),
  },
  {
    name: 'migrate',
    summary: "bring the database's schema up to date",
    run: async () => (await import('./migrate.ts')).runMigrate(),
  },
  {
    name: 'password',
    summary: 'give a user a new password, shown once: marquee password <username>',
    run: async (args) => (await import('./password.ts')).runPassword(args),
  },
])
