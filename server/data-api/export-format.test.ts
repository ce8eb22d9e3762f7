import { describe, expect, it } from 'vitest'
import { exportFormatOf } from './export-format.ts'

describe('the format an Accept header asks for', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['*/*', null],
    ['text/csv', 'csv'],
    ['TEXT/CSV; charset=utf-8', 'csv'],
    ['text/*', 'csv'],
    ['application/x-ndjson', 'ndjson'],
    ['application/*', null],
    ['application/json, text/csv', null],
    ['application/json;q=0.5, text/csv', 'csv'],
    ['text/csv;q=0.5, application/vnd.api+json;q=0.4, */*;q=0.1', 'csv'],
    ['text/csv;q=0.5, */*', null],
    ['text/csv;q=0.5, application/x-ndjson;q=0.6', 'ndjson'],
    ['application/x-ndjson, text/csv', 'csv'],
    ['text/csv;q=0', null],
    ['text/csv;q=x', null],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', null],
  ] as const)('[D11] %j is %j', (accept, format) => {
    expect(exportFormatOf(accept)).toBe(format)
  })
})
