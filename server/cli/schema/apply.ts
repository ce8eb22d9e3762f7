import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type CommandConsole, command } from '../command.ts'
import { CommandFailure, UsageFailure } from '../failure.ts'
import { withDatabase } from '../open.ts'
import type { ProgressReport } from '../progress.ts'
import { nameOf, readText } from './files.ts'
import { applyPlan, lockForApply, stepsOf } from './plan/apply-plan.ts'
import { documentProblems } from './plan/plan.ts'
import { planText } from './plan/plan-text.ts'
import { readPlan } from './plan/read-plan.ts'
import type { ShownPlan } from './plan/show-plan.ts'
import { type ReadDocument, readDocument } from './read-document.ts'

export const applyCommand = command({
  description: `Shows the plan, asks, and makes the database's metadata and tables what the document says, in one transaction: all of it or nothing. What the document does not have is removed, what Marquee itself comes with excepted. A second time there is nothing to do.
Names that differ are other things unless the document says renamedFrom. Where records would be lost it is refused without --confirm-loss.`,
  options: {
    'dry-run': { type: 'flag', description: 'show the plan and change nothing' },
    yes: { type: 'flag', short: 'y', description: 'do not ask; needed where there is no terminal' },
    'confirm-loss': { type: 'flag', description: 'what the plan lists under LOSES may be lost' },
  },
  args: { file: { description: 'the schema, YAML or JSON; -: standard input' } },
  examples: [
    { line: 'schema apply marquee.yaml --dry-run', what: 'see what would change' },
    { line: 'schema apply marquee.yaml --yes', what: 'from a deployment' },
  ],
  run: async (context) => {
    const { options, output } = context
    const { file } = context.args
    const read = readDocument(await readText(file, context), nameOf(file))
    await withDatabase(context, async ({ database }) => {
      const { shown } = await database.transaction((tx) => readPlan(tx, read))
      if (!shown.different || options['dry-run']) {
        output.result(planText(shown), { applied: false, ...shown })
        return
      }
      if (options.yes) output.note(planText(shown))
      else output.warn(planText(shown))
      refuseUnready(shown, options['confirm-loss'])
      if (!options.yes) await ask(context)
      const progress = await database.transaction((tx) => applyAsShown(tx, read, shown, context))
      progress.end()
      output.result(`Applied ${nameOf(file)}: ${shown.changes.length} changes`, { applied: true, ...shown })
    })
    return undefined
  },
})

function refuseUnready({ losses, obstacles }: ShownPlan, lossConfirmed: boolean): void {
  if (obstacles.length > 0) {
    const details = obstacles.map((message) => ({ message }))
    throw new CommandFailure('the records that are there stand in the way:', { details })
  }
  if (losses.length === 0 || lossConfirmed) return
  const details = losses.map(({ description, rows, change }) => ({ message: `${description} (${rows})`, change, rows }))
  throw new CommandFailure('this would lose data; give --confirm-loss if it may be lost:', { details })
}

async function ask({ confirm }: CommandConsole): Promise<void> {
  if (confirm === null) throw new UsageFailure('there is no terminal to ask at: give --yes, or --dry-run to look only')
  if (!(await confirm('Apply this?'))) throw new CommandFailure('nothing was changed')
}

type ApplyContext = CommandConsole & { readonly options: { readonly 'confirm-loss': boolean } }

/** What was shown is done, or nothing. */
export async function applyAsShown(
  tx: Transaction,
  read: ReadDocument,
  shown: ShownPlan,
  { options, progress }: ApplyContext,
): Promise<ProgressReport> {
  await lockForApply(tx)
  const { plan, shown: now } = await readPlan(tx, read)
  if (!isDeepStrictEqual(now, shown)) throw new CommandFailure('the database changed meanwhile: look at the plan again')
  const report = progress({ title: 'Applying', total: stepsOf(plan), unit: 'steps' })
  try {
    await applyPlan(tx, plan, { lossConfirmed: options['confirm-loss'], applied: report.advance })
  } catch (error) {
    if (error instanceof AppError) read.refuse(documentProblems(error))
    throw error
  }
  const { plan: left } = await readPlan(tx, read)
  if (left.rows.length > 0) throw new Error(`${left.rows.length} changes did not take effect`)
  return report
}
