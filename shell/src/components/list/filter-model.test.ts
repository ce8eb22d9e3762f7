import { expect, test } from 'vitest'
import { listTerm, term } from '../../../../shared/filter-print.ts'
import { filterError, readFilter, replacePart, writeFilter } from './filter-model.ts'

test('chips and the quick search become one text', () => {
  const parts = [term('year', 'ge', '1990'), listTerm('director', 'in', ['5', '7'])]
  expect(writeFilter({ search: 'heat (2', parts }, 'title')).toBe(
    'title_$ct_heat $esc(()2_$and_year_$ge_1990_$and_director_$in(5,7)',
  )
  expect(writeFilter({ search: ' ', parts: [] }, 'title')).toBe('')
})

test.each([
  'title_$ct_star_$and_year_$ge_1990',
  'title_$ct_star_$and_(year_$eq_1990_$or_year_$isempty_true)_$and_director[name]_$ct_lee',
  'title_$ct_a*b',
])('%s reads and writes as it was', (text) =>
  expect(writeFilter(readFilter(text, 'title'), 'title')).toBe(text.replace('a*b', 'a$esc(*)b')),
)

test('the search is taken out of the conditions', () => {
  const model = readFilter('year_$ge_1990_$and_title_$ct_star', 'title')
  expect(model.search).toBe('star')
  expect(model.parts).toHaveLength(1)
})

test('where rows are told by related records the search looks at their labels', () => {
  const text = 'director[name]_$ct_lee_$and_year_$eq_1990'
  expect(readFilter(text, 'director', 'name')).toMatchObject({ search: 'lee', parts: [{ field: 'year' }] })
  expect(writeFilter(readFilter(text, 'director', 'name'), 'director', 'name')).toBe(text)
  expect(readFilter(text, 'director').search).toBe('')
})

test('alternatives stay one condition beside a search', () => {
  const model = readFilter('year_$eq_1990_$or_year_$eq_1991', 'title')
  expect(model.parts).toHaveLength(1)
  expect(writeFilter({ ...model, search: 'x' }, 'title')).toBe('title_$ct_x_$and_(year_$eq_1990_$or_year_$eq_1991)')
})

test('a condition can be changed or taken away', () => {
  const model = readFilter('a_$eq_1_$and_b_$eq_2', 'title')
  expect(writeFilter(replacePart(model, 0, null), 'title')).toBe('b_$eq_2')
  expect(writeFilter(replacePart(model, 1, term('b', 'gt', '3')), 'title')).toBe('a_$eq_1_$and_b_$gt_3')
})

test('an error says where', () => {
  expect(filterError('title_$eq_x')).toBeNull()
  expect(filterError('title_x')?.position).toBe(7)
})
