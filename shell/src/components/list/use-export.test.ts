import { expect, test } from 'vitest'
import type { ListColumn } from '../../../../shared/page.ts'
import { exportSort } from './use-export.ts'

const columns = [
  { name: 'title' },
  { name: 'director', relatedLabelField: 'name', multiple: false },
  { name: 'genres', relatedLabelField: 'name', multiple: true },
] as ListColumn[]

test('a record is sorted by what is shown of it', () =>
  expect(exportSort('-director,title', columns)).toBe('-director[name],title'))

test('of several records there is no order, and of unknown fields nothing is known', () =>
  expect(exportSort('genres,gone', columns)).toBe('genres,gone'))
