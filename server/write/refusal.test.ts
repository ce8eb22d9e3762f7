import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MediaType } from '../catalog/catalog.ts'
import { AppError, type Problem } from '../errors.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { type BoundWrite, bindWrite } from './bind-write.ts'
import { refusal } from './refusal.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
})
afterAll(() => service.close())

const type = (name: string): MediaType => service.context.catalogs.current().mediaTypes.get(name) as MediaType

function bound(name: string, elements: readonly object[]): readonly BoundWrite[] {
  const problems: Problem[] = []
  const writes = elements.map((members, index) => {
    const element = { members: members as Record<string, unknown>, pointer: `/${name}/${index}` }
    return bindWrite(element, type(name), 'create', service.context.catalogs.current(), problems)
  })
  expect(problems).toEqual([])
  return writes
}

/** What Postgres reports of a failed statement. */
const reported = (code: string, more: Readonly<Record<string, string>>) =>
  Object.assign(new Error('refused'), { code, severity: 'ERROR', ...more })

const told = (error: unknown): readonly Problem[] => (error instanceof AppError ? error.problems : [])

describe('a record that went away while it was being related', () => {
  it('[D1.a] [ERR:create-fails] is told of at the relation that names it', () => {
    const writes = bound('films', [
      { title: 'one', tags: [1] },
      { title: 'two', maker: 7, tags: [1, 8] },
    ])
    const column = { table: 'films', constraint: 'films_maker_fkey' }
    const byColumn = reported('23503', { ...column, detail: 'Key (maker)=(7) is not present in table "makers".' })
    expect(told(refusal(byColumn, type('films'), writes))).toEqual([
      { code: 'VALIDATION', pointer: '/films/1/maker', detail: 'there is no record of makers with id 7' },
    ])
    const joining = { table: 'films_tags', constraint: 'films_tags_tag_fkey' }
    const byPair = reported('23503', { ...joining, detail: 'Key (tag)=(8) is not present in table "tags".' })
    expect(told(refusal(byPair, type('films'), writes))).toEqual([
      { code: 'VALIDATION', pointer: '/films/1/tags', detail: 'there is no record of tags with id 8' },
    ])
  })
})

describe('a value that another writer took meanwhile', () => {
  it('[ERR:UNIQUE] [ERR:unique] is told of at the element that has it', () => {
    const writes = bound('studios', [{ name: 'A' }, { name: 'B (old)' }])
    const constraint = { table: 'studios', constraint: 'studios_name_key' }
    const error = reported('23505', { ...constraint, detail: 'Key (name)=(B (old)) already exists.' })
    expect(told(refusal(error, type('studios'), writes))).toMatchObject([
      { code: 'UNIQUE', pointer: '/studios/1/name', meta: { field: 'name', value: 'B (old)' } },
    ])
  })
})

describe('[M3.a] what tables of others refuse in ways of their own', () => {
  const refused = (code: string, more: Readonly<Record<string, string>>) =>
    refusal(reported(code, more), type('films'), bound('films', [{ title: 'one' }]))

  it('[D1.a] a trigger’s message is passed on, whatever it is raised as', () => {
    for (const code of ['P0001', '45000', 'XX123', 'MY001'])
      expect(told(refused(code, { routine: 'exec_stmt_raise' }))).toEqual([
        { code: 'VALIDATION', pointer: '/films/0/title', detail: 'refused' },
      ])
    for (const code of ['40001', '55P03', '57014'])
      expect(told(refused(code, { routine: 'exec_stmt_raise' }))).toEqual([])
  })

  it('[D1.a] a value that a type of an extension cannot read is the value’s fault, a broken statement ours', () => {
    for (const code of ['42601', '42622', '22P02'])
      expect(told(refused(code, {}))).toEqual([
        { code: 'VALIDATION', pointer: '/films/0/title', detail: 'a value cannot be stored in its column' },
      ])
    expect(told(refused('42601', { position: '8' }))).toEqual([])
  })
})
