import type { MediaTypeDocument } from '../../catalog/document.ts'
import { plainText } from '../../import/file-value.ts'
import type { ImportPlan } from '../../import/import-plan.ts'
import type { Survey } from '../../import/survey.ts'

const numbers = new Intl.NumberFormat('en-GB')

/** What an import is going to do, line by line. */
export function planLines(name: string, survey: Survey, plan: ImportPlan): readonly string[] {
  const isNew = plan.creates.some((document) => document.name === plan.into)
  const facts = new Map(survey.columns.map((column) => [column.name, column]))
  const rows = plan.columns.map(({ column, field, type, related, many }) => {
    const { present = 0, entries = 0, samples = [] } = facts.get(column) ?? {}
    const style = plan.styles.get(column)
    const target =
      related === null
        ? `${type}${style === undefined ? '' : `, ${STYLES[style]}`}`
        : `${many ? 'list of' : 'one of'} ${related.mediaType} by ${related.field}`
    const count = many && entries > 0 ? `${numbers.format(entries)} in ${rowsOf(present)}` : rowsOf(present)
    return [column, field === column ? '' : `→ ${field}`, target, count, samples.join(', ')]
  })
  return [
    `${name}: ${rowsOf(survey.rows)}${survey.unreadable > 0 ? `, ${numbers.format(survey.unreadable)} of them unreadable` : ''}, into ${plan.into}${isNew ? ', which is new' : ''}`,
    ...table(rows),
    ...plan.skipped.map((column) => `  ${column} goes nowhere`),
    plan.key.length === 0
      ? 'A record is recognised by all its values: a row that differs anywhere is a new record.'
      : `A record is recognised by ${plan.key.join(' and ')}: where it is there already, what differs is written.`,
    ...plan.creates.map(madeLine),
    ...plan.notes.map((note) => `Note: ${note}`),
  ].map(plainText)
}

function madeLine({ name, label, labelPlural, nameField }: MediaTypeDocument): string {
  const called = `${labelPlural}, each ${article(label)} ${label}${nameField === undefined ? '' : `, shown by ${nameField}`}`
  return `Makes the media type ${name} (${called}), with a list page and an edit page`
}

function rowsOf(count: number): string {
  return `${numbers.format(count)} ${count === 1 ? 'row' : 'rows'}`
}

function article(noun: string): string {
  return /^[aeiou]/i.test(noun) ? 'an' : 'a'
}

const STYLES = { dmy: 'day first', mdy: 'month first', comma: 'decimal comma', point: 'decimal point' } as const

const WIDEST = 40

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, at) => Math.min(WIDEST, Math.max(...rows.map((row) => row[at]?.length ?? 0)))) ?? []
  return rows.map(
    (row) =>
      `  ${row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd()}`,
  )
}
