import type { FilterTerm } from '../../../../shared/filter-ast.ts'
import { listTerm, term } from '../../../../shared/filter-print.ts'
import type { ListColumn } from '../../../../shared/page.ts'

export interface OperatorChoice {
  readonly key: string
  readonly operator: string
  readonly label: string
  /** Of `<field>[<related_field>]`. */
  readonly relatedField?: string
}

const WORDS: Readonly<Record<string, string>> = {
  eq: 'is',
  neq: 'is not',
  gt: 'is greater than',
  ge: 'is at least',
  lt: 'is less than',
  le: 'is at most',
  lk: 'matches (* for anything)',
  sw: 'starts with',
  ew: 'ends with',
  ct: 'contains',
  in: 'is any of',
  notin: 'is none of',
  isempty: 'is empty',
}

/** Time has its own words for larger and smaller. */
const TIME_WORDS: Readonly<Record<string, string>> = {
  gt: 'is after',
  ge: 'is on or after',
  lt: 'is before',
  le: 'is on or before',
}
const TIME_WIDGETS = new Set(['date', 'datetime', 'time'])

const BY_RECORD = new Set(['in', 'notin', 'isempty'])
const BY_LABEL = ['ct', 'sw']

/** The conditions a column can be put under. A relation is asked by record or by its label's text. */
export function operatorChoices(column: ListColumn): OperatorChoice[] {
  const { operators, relatedMediaType, relatedLabelField } = column
  if (relatedMediaType === undefined)
    return operators.map((operator) => ({ key: operator, operator, label: operatorWord(column, operator) }))
  const offered = operators.includes('in') || !operators.includes('eq') ? operators : ['in', ...operators]
  const byRecord = offered
    .filter((operator) => BY_RECORD.has(operator))
    .map((operator) => ({ key: operator, operator, label: operatorWord(column, operator) }))
  if (relatedLabelField === undefined) return byRecord
  const byLabel = BY_LABEL.map((operator) => ({
    key: `${relatedLabelField}.${operator}`,
    operator,
    label: operatorWord(column, operator),
    relatedField: relatedLabelField,
  }))
  return [...byRecord.slice(0, 1), ...byLabel, ...byRecord.slice(1)]
}

export function operatorWord(column: Pick<ListColumn, 'widget'>, operator: string): string {
  const timely = TIME_WIDGETS.has(column.widget) ? TIME_WORDS[operator] : undefined
  return timely ?? WORDS[operator] ?? `$${operator}`
}

export function takesList(operator: string): boolean {
  return operator === 'in' || operator === 'notin'
}

/** The condition these values make; an asterisk is a wildcard to `lk` alone. */
export function buildTerm(field: string, choice: OperatorChoice, values: readonly string[]): FilterTerm {
  if (takesList(choice.operator)) return listTerm(field, choice.operator, values) as FilterTerm
  const options = {
    ...(choice.relatedField === undefined ? {} : { relatedField: choice.relatedField }),
    wildcards: choice.operator === 'lk',
  }
  return term(field, choice.operator, values[0] ?? '', options) as FilterTerm
}

export function choiceOf(column: ListColumn, part: FilterTerm): OperatorChoice {
  const found = operatorChoices(column).find(
    (choice) => choice.operator === part.operator && choice.relatedField === part.relatedField,
  )
  if (found) return found
  const related = part.relatedField === undefined ? {} : { relatedField: part.relatedField }
  return {
    key: `${part.relatedField ?? ''}.${part.operator}`,
    operator: part.operator,
    label: operatorWord(column, part.operator),
    ...related,
  }
}
