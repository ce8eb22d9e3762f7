import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { withDatabase } from '../open.ts'
import { nameOf, readText } from './files.ts'
import { planText } from './plan/plan-text.ts'
import { readPlan } from './plan/read-plan.ts'
import { readDocument } from './read-document.ts'

export const diffCommand = command({
  description: `What apply would do to the database: + is added, ~ changed, > renamed, - removed. What would be lost of the records stands under LOSES. Nothing of it is done.
Ends with ${EXIT.done} when there is no difference and with ${EXIT.different} when there is one.`,
  options: {},
  args: { file: { description: 'the schema, YAML or JSON; -: standard input' } },
  examples: [
    { line: 'schema diff marquee.yaml', what: 'see what would change' },
    { line: 'schema diff marquee.yaml --json', what: 'for a deployment that decides by it' },
  ],
  run: async (context) => {
    const { file } = context.args
    const read = readDocument(await readText(file, context), nameOf(file))
    const { shown } = await withDatabase(context, ({ database }) => database.transaction((tx) => readPlan(tx, read)))
    context.output.result(planText(shown), shown)
    return shown.different ? EXIT.different : EXIT.done
  },
})
