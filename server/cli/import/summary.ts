import { plainText } from '../../import/file-value.ts'
import type { ImportPlan } from '../../import/import-plan.ts'
import type { ImportState } from '../../import/import-state.ts'
import type { BadRow, ImportResult } from '../../import/run-import.ts'

export interface Summary {
  readonly file: string
  readonly plan: ImportPlan
  readonly result: ImportResult
  readonly dryRun: boolean
  /** Rows that an earlier run had dealt with. */
  readonly resumedAt: number
  readonly errors: string | null
  readonly first: readonly BadRow[]
  readonly seconds: number
}

const numbers = new Intl.NumberFormat('en-GB')

export function summaryJson({ file, plan, result, dryRun, resumedAt, errors, first, seconds }: Summary): object {
  const { created, updated, unchanged, bad, rows }: ImportState = result.state
  return {
    file,
    mediaType: plan.into,
    dryRun,
    rows,
    created,
    updated,
    unchanged,
    bad,
    resumedAt,
    related: Object.fromEntries(result.related),
    mediaTypes: plan.creates.map(({ name }) => name),
    repeatedKeys: result.repeatedKeys,
    repeatedNames: result.repeatedNames,
    errors: bad === 0 ? null : errors,
    firstErrors: first.map(({ line, reasons }) => ({ line, reasons })),
    seconds: Math.round(seconds * 10) / 10,
  }
}

export function summaryText({ plan, result, dryRun, resumedAt, errors, first }: Summary): string {
  const { created, updated, unchanged, bad } = result.state
  const would = dryRun ? 'would be ' : ''
  const related = [...result.related].filter(([, count]) => count > 0)
  const counted = (count: number, what: string): string => `${numbers.format(count)} ${what}`
  const lines = [
    ...(resumedAt > 0 ? [`Gone on from row ${numbers.format(resumedAt)}, where an earlier run came to; in all:`] : []),
    `${plan.into}: ${[counted(created, `${would}created`), counted(updated, `${would}updated`), counted(unchanged, 'unchanged'), counted(bad, 'not imported')].join(', ')}`,
    ...related.map(
      ([name, count]) => `${name}: ${counted(count, `${would}created${resumedAt > 0 ? ' since then' : ''}`)}`,
    ),
  ]
  if (result.repeatedKeys > 0) {
    lines.push(`${counted(result.repeatedKeys, 'rows have the key of an earlier one')}: each is a record of its own`)
  }
  if (result.repeatedNames > 0)
    lines.push(`${counted(result.repeatedNames, 'names stood twice in one list')}: each is related once`)
  for (const { line, reasons } of first) lines.push(`line ${line}: ${reasons.join('; ')}`)
  if (bad > first.length) lines.push(`and ${numbers.format(bad - first.length)} more`)
  if (bad > 0 && errors !== null) {
    lines.push(
      `${bad === 1 ? 'It is' : `All ${numbers.format(bad)} are`} in ${errors}, as ${bad === 1 ? 'it' : 'they'} came.`,
    )
  }
  return lines.map(plainText).join('\n')
}
