import { describe, expect, it } from 'vitest'
import type { MediaType } from './catalog.ts'
import { mediaTypeProblems } from './check-mediatypes.ts'
import { fileChanges } from './file-changes.ts'
import { catalogOf } from './test-metadata.ts'

const films = (hasFile: boolean, name = 'films') => {
  const catalog = catalogOf([{ name, label: 'Film', labelPlural: 'Films', fields: [] }], { [name]: 7 })
  const type = { ...(catalog.mediaTypes.get(name) as MediaType), hasFile }
  return { ...catalog, mediaTypes: new Map([[name, type]]) }
}

describe('a media type with files', () => {
  it('[M1.d] that is to have none loses them, under the name it has then', () => {
    const [step, ...others] = fileChanges(films(true), films(false, 'movies'))
    expect(others).toEqual([])
    expect(step?.change).toMatchObject({
      subject: { table: 'adm_mediatypes', id: 7 },
      statements: ["delete from marquee_files where media_type = 'movies'"],
      loss: { description: 'the files of movies' },
    })
  })

  it('[M1.d] that stays so, becomes so or goes loses none', () => {
    const nothing = { ...films(true), mediaTypes: new Map() }
    for (const [before, after] of [
      [films(true), films(true)],
      [films(false), films(true)],
      [films(true), nothing],
    ] as const)
      expect(fileChanges(before, after)).toEqual([])
  })

  it('[M1.c] is none whose table was there before', () => {
    const row = { id: 7, name: 'films', name_field: null, source_field: null, parent_field: null, is_system: false }
    const rows = { revision: 0, fields: [], relateds: [], pages: [], components: [] }
    const problemsOf = (more: object): readonly string[] =>
      mediaTypeProblems({ ...rows, mediaTypes: [{ ...row, ...more }] } as never).map(({ detail }) => detail)
    expect(problemsOf({ has_file: true, is_foreign: true })).toEqual([expect.stringContaining('cannot have files')])
    expect(problemsOf({ has_file: true, is_foreign: false })).toEqual([])
  })
})
