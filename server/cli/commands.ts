import { commandGroup } from './command.ts'

/** Every command of `marquee`; each is loaded only when it is asked for. */
export const commands = commandGroup({
  description:
    'Settings come from the environment, as for the service: DATABASE_URL, or DATA_DIR for the embedded database, and others (README).',
  examples: [],
  commands: [
    {
      name: 'serve',
      summary: 'run the service until a signal ends it',
      load: async () => (await import('./serve.ts')).serveCommand,
    },
    {
      name: 'migrate',
      summary: "bring the database's own tables up to date",
      load: async () => (await import('./migrate.ts')).migrateCommand,
    },
    {
      name: 'import',
      summary: 'fill a media type from a CSV, JSON or NDJSON file',
      load: async () => (await import('./import/command.ts')).importCommand,
    },
    {
      name: 'export',
      summary: 'write the records of a media type as CSV, JSON or NDJSON',
      load: async () => (await import('./export/command.ts')).exportCommand,
    },
    {
      name: 'schema',
      summary: 'pull, compare and apply the metadata as one document',
      load: async () => (await import('./schema/group.ts')).schemaGroup,
    },
    {
      name: 'user',
      summary: 'list, add and disable users, set their passwords and groups',
      load: async () => (await import('./user/group.ts')).userGroup,
    },
    {
      name: 'keys',
      summary: 'list and rotate the keys that tokens are signed with',
      load: async () => (await import('./keys/group.ts')).keysGroup,
    },
    {
      name: 'introspect',
      summary: 'derive the metadata of tables that were there before',
      load: async () => (await import('./introspect/command.ts')).introspectCommand,
    },
    {
      name: 'password',
      summary: 'give a user a new password, shown once (the same as user password)',
      load: async () => (await import('./user/password.ts')).passwordCommand,
    },
  ],
})
