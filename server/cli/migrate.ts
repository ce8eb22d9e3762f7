import { appliedNames, migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { command } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { withBareDatabase } from './open.ts'

export const migrateCommand = command({
  description:
    'Every start of the service and every other command does the same. Each migration runs in a transaction of its own; instances that start together wait for each other.',
  options: {
    status: {
      type: 'flag',
      description: 'change nothing: tell which migrations were applied and which are missing, and end with 4 if any is',
    },
  },
  args: {},
  examples: [
    { line: 'migrate', what: 'apply what is missing' },
    { line: 'migrate --status --json', what: 'for a deployment that decides by it' },
  ],
  run: (context) =>
    withBareDatabase(context, async ({ database }) => {
      const names = migrations.map(({ name }) => name)
      if (context.options.status) {
        const known = await appliedNames(database)
        const missing = names.filter((name) => !known.has(name))
        context.output.result(names.map((name) => `${known.has(name) ? 'applied' : 'missing'}  ${name}`).join('\n'), {
          applied: names.filter((name) => known.has(name)),
          missing,
        })
        return missing.length === 0 ? EXIT.done : EXIT.different
      }
      const applied = await migrate(database, migrations)
      const lines = applied.map((name) => `applied ${name}`)
      context.output.result(lines.length === 0 ? 'nothing to apply' : lines.join('\n'), { applied })
      return EXIT.done
    }),
})
