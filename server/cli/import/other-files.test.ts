import { describe, expect, it } from 'vitest'
import { otherFile } from './other-files.ts'

describe('a file given by mistake', () => {
  it.each([
    [
      'PK\x03\x04\x14\x00\x06\x00…[Content_Types].xml',
      'an Excel workbook: save its sheet as CSV (UTF-8) and import that',
    ],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00', 'an Excel workbook: save its sheet as CSV (UTF-8) and import that'],
    [
      'PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
      'an OpenDocument spreadsheet: save its sheet as CSV (UTF-8) and import that',
    ],
    ['PK\x03\x04films.csv', 'a zip archive: unpack it, and import the file in it'],
    ['\x28\xb5\x2f\xfd\x00', 'compressed with zstd: uncompress it first, or use gzip'],
    ['title,year\n', null],
    ['\x1f\x8b\x08', null],
    ['', null],
  ])('[M4] that begins with %j is %s', (bytes, told) => {
    expect(otherFile(Buffer.from(bytes, 'latin1'))).toBe(told)
  })
})
