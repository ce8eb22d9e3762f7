import { expect, test } from 'vitest'
import type { FieldSchema } from '../../../../shared/page.ts'
import { wideFields } from './field-layout.ts'

const layout = (...widgets: string[]) =>
  widgets.filter((_, index) => wideFields(widgets.map(field)).has(String(index))).join(' ')

function field(widget: string, index: number): FieldSchema {
  const base = { type: '', label: '', required: false, readOnly: false, props: {}, validation: {} }
  return { ...base, name: String(index), widget: widget.replace('ordered ', ''), ordered: widget.startsWith('ordered') }
}

test('two fields share a row', () => expect(layout('text', 'date', 'enum')).toBe(''))

test('a long text has a row of its own, and so has an order of records', () =>
  expect(layout('text', 'date', 'html', 'ordered related')).toBe('html ordered related'))

test('a text that would stand beside a hole fills it', () =>
  expect(layout('text', 'textarea', 'date', 'enum')).toBe('text textarea'))

test('what has a width of its own leaves the hole', () => expect(layout('secret', 'json', 'text', 'date')).toBe('json'))

test('the last field keeps its half', () => expect(layout('text', 'date', 'text')).toBe(''))
