import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Rights, UNRESTRICTED } from '../catalog/rights.ts'
import { createExporter, type Exporter } from './export.ts'
import { type ExportFormat, parseExport } from './export-request.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from './test-service.ts'

let service: TestService
let exporter: Exporter
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  const { database, catalogs, dataApi } = service.context
  exporter = createExporter({
    database,
    catalog: catalogs.current,
    childDepth: { default: 10, max: 10 },
    ...dataApi.limits,
  })
})
afterAll(() => service.close())

async function exported(type: string, query: string, format: ExportFormat = 'csv', rights: Rights = UNRESTRICTED) {
  const request = parseExport(type, { kind: 'list' }, query, format, service.context.dataApi.limits)
  let all = ''
  for await (const piece of (await exporter.open(request, rights)).chunks()) all += piece
  return all
}

const full = { read: true, write: true, delete: true }
const reader = (types: readonly string[], more: Partial<Rights> = {}): Rights => ({
  unrestricted: false,
  mediaTypes: new Map(types.map((name) => [name, full])),
  sources: { read: [1, 2], write: [], delete: [] },
  signature: `reader of ${types}`,
  ...more,
})

describe('an export with names', () => {
  it('[D11] has what related records are called in place of their ids, in two statements', async () => {
    service.statements.length = 0
    expect(await exported('films', 'fields=title,maker,studio,source,tags&relatedNames=1')).toBe(
      [
        'id,title,maker,studio,source,tags',
        '1,Dawn,Ada,North,Archive,calm;loud',
        '2,Noon,Bo,Northern Lights,Vault,',
        '3,Dusk,Ada,Northern Lights,Studio,loud',
        '4,Night,,,,',
        '',
      ].join('\r\n'),
    )
    expect(service.statements).toHaveLength(2)
    const [line] = (await exported('films', 'relatednames=true&limit=1', 'ndjson')).split('\n')
    expect(JSON.parse(line as string)._links).toEqual({
      maker: 'Ada',
      studio: 'North',
      source: 'Archive',
      'tags[film]': ['calm', 'loud'],
    })
  })

  it('[D11] follows the other side of a relation and the order of its list', async () => {
    expect(await exported('lists', 'fields=name,films&relatedNames=1')).toBe('id,name,films\r\n1,A day,Dawn;Dusk\r\n')
    expect(await exported('makers', 'fields=duels[first]&relatedNames=1&limit=1')).toBe('id,duels[first]\r\n1,1\r\n')
  })

  it('[D11] writes a list as JSON where a name holds a semicolon, trims names and leaves out what has none', async () => {
    const { kysely } = service.context.database
    await sql`insert into tags (id, name) values (10, 'a;b'), (11, '  '), (12, ' [c'), (13, '[d')`.execute(kysely)
    await sql`insert into films_tags (film, tag) values (1, 10), (1, 11), (2, 12), (4, 11)`.execute(kysely)
    expect(await exported('films', 'fields=tags&relatedNames=1')).toBe(
      'id,tags\r\n1,"[""calm"",""loud"",""a;b""]"\r\n2,"[""[c""]"\r\n3,loud\r\n4,\r\n',
    )
    await sql`delete from tags where id >= 10`.execute(kysely)
  })

  it('[P2.b] [P3] [P4.a] names nothing that the caller may not read', async () => {
    const query = 'fields=title,maker,tags&relatedNames=1'
    expect(await exported('films', query, 'csv', reader(['films', 'makers', 'sources', 'tags']))).toBe(
      'id,title,maker,tags\r\n1,Dawn,Ada,calm;loud\r\n2,Noon,,\r\n4,Night,,\r\n',
    )
    expect(await exported('films', query, 'csv', reader(['films', 'sources', 'tags']))).toBe(
      'id,title,maker,tags\r\n1,Dawn,,calm;loud\r\n2,Noon,,\r\n4,Night,,\r\n',
    )
    const hidden = { hidden: new Set(['name']), readOnly: new Set<string>() }
    const rights = reader(['films', 'makers', 'tags'], { fields: new Map([['tags', hidden]]), signature: 'no tags' })
    expect(await exported('films', query, 'csv', rights)).toBe(
      'id,title,maker,tags\r\n1,Dawn,Ada,1;2\r\n2,Noon,,\r\n4,Night,,\r\n',
    )
    const title = { hidden: new Set(['maker']), readOnly: new Set<string>() }
    const without = reader(['films', 'makers'], { fields: new Map([['films', title]]), signature: 'no makers' })
    await expect(exported('films', query, 'csv', without)).rejects.toMatchObject({
      problems: [{ code: 'UNKNOWN_FIELD' }],
    })
  })

  it.each([
    ['relatedNames=2', 'relatedNames'],
    ['relatedNames=1&relatednames=1', 'relatedNames'],
    ['spreadsheet=yes', 'spreadsheet'],
  ])('[D11.a] refuses %s', async (query, parameter) => {
    await expect(exported('films', query)).rejects.toMatchObject({ problems: [{ code: 'PARAMETER', parameter }] })
    await expect(exported('films', 'spreadsheet=1', 'ndjson')).rejects.toMatchObject({
      problems: [{ code: 'PARAMETER', parameter: 'spreadsheet' }],
    })
  })
})

describe('an export for a spreadsheet', () => {
  it('[D11] holds no text that is taken for a formula, and is known as UTF-8', async () => {
    const { kysely } = service.context.database
    const insert = sql`insert into makers (id, name) values (20, '@cmd'), (21, 'a=b')`
    await insert.execute(kysely)
    await sql`insert into films (id, title, gross, maker) values (20, '=1+1', -5, 20), (21, '-1', 3, 21), (22, '+', 0, null)`.execute(
      kysely,
    )
    const query = 'fields=title,gross,maker&filter=id_$ge_20'
    expect(await exported('films', `${query}&relatedNames=1&spreadsheet=1`)).toBe(
      "\ufeffid,title,gross,maker\r\n20,'=1+1,-5,'@cmd\r\n21,'-1,3,a=b\r\n22,'+,0,\r\n",
    )
    expect(await exported('films', query)).toBe('id,title,gross,maker\r\n20,=1+1,-5,20\r\n21,-1,3,21\r\n22,+,0,\r\n')
    await sql`delete from films where id >= 20`.execute(kysely)
    await sql`delete from makers where id >= 20`.execute(kysely)
  })
})
