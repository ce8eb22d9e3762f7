import { describe, expect, it } from 'vitest'
import type { MediaType } from '../../../catalog/catalog.ts'
import { type MediaTypeRights, NOTHING, UNRESTRICTED } from '../../../catalog/rights.ts'
import { mayUpload } from './may-upload.ts'

const type = (name: string, hasFile: boolean, more: Partial<MediaType> = {}): [string, MediaType] => [
  name,
  { name, hasFile, blockWrite: false, blockDelete: false, blockCreate: false, ...more } as MediaType,
]
const mediaTypes = new Map([
  type('images', true),
  type('closed', true, { blockCreate: true, blockWrite: true }),
  type('films', false),
])
const may = (name: string, rights: Partial<MediaTypeRights>): boolean =>
  mayUpload(
    { mediaTypes },
    { ...UNRESTRICTED, unrestricted: false, mediaTypes: new Map([[name, { ...NOTHING, ...rights }]]) },
  )

describe('whoever uploads', () => {
  it('[API10] may write to a media type with files', () => {
    expect(may('images', { write: true })).toBe(true)
    expect(may('images', { read: true, delete: true })).toBe(false)
    expect(may('films', { read: true, write: true })).toBe(false)
    expect(may('closed', { read: true, write: true })).toBe(false)
    expect(mayUpload({ mediaTypes: new Map() }, UNRESTRICTED)).toBe(true)
  })
})
