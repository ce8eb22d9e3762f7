import { expect, test } from 'vitest'
import { printFilter } from '../../../../shared/filter-print.ts'
import type { ListColumn } from '../../../../shared/page.ts'
import { buildTerm, choiceOf, operatorChoices } from './operators.ts'

const column = (part: Partial<ListColumn>): ListColumn => ({
  name: 'director',
  type: 'Related',
  widget: 'related',
  label: 'Director',
  required: false,
  readOnly: false,
  props: {},
  validation: {},
  sortable: true,
  filterable: true,
  operators: ['eq', 'neq', 'isempty'],
  visible: true,
  ...part,
})
const related = column({ relatedMediaType: 'people', relatedLabelField: 'name' })

test('a relation is asked by record, or by the text of its label', () => {
  const [byRecord, byText] = operatorChoices(related)
  if (!byRecord || !byText) throw new Error('no choices')
  expect(printFilter(buildTerm('director', byRecord, ['5', '7']))).toBe('director_$in(5,7)')
  expect(printFilter(buildTerm('director', byText, ['lee']))).toBe('director[name]_$ct_lee')
})

test('the condition a chip stands for is found again', () => {
  for (const choice of operatorChoices(related))
    expect(choiceOf(related, buildTerm('director', choice, ['1'])).key).toBe(choice.key)
})

test('only "matches" has wildcards', () => {
  const text = column({ name: 'title', widget: 'text', operators: ['lk', 'ct'] })
  const [like, contains] = operatorChoices(text)
  if (!like || !contains) throw new Error('no choices')
  expect(printFilter(buildTerm('title', like, ['a*']))).toBe('title_$lk_a*')
  expect(printFilter(buildTerm('title', contains, ['a*']))).toBe('title_$ct_a$esc(*)')
})

test('time has its own words', () => {
  const words = operatorChoices(column({ widget: 'date', operators: ['ge', 'eq'] })).map((choice) => choice.label)
  expect(words).toEqual(['is on or after', 'is'])
})
