import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import pg from 'pg'
import { aggregateEnvelope, bareEnvelope, oneEnvelope, pageEnvelope } from './limit-envelope.ts'
import { type LimitStatement, limitStatements } from './limit-sql.ts'

/**
 * The limit: what node:http and pg can do on this machine for the routes that are measured, with nothing in between.
 * No names are looked up, nobody is asked who they are, no count is kept. Prints its port when it listens.
 */
const url = process.env.DATABASE_URL ?? ''
const connections = Number(process.env.CONNECTIONS ?? 4)
const types = { getTypeParser: () => (text: string) => text }

const open = (mode: string): pg.Pool =>
  new pg.Pool({ connectionString: url, max: connections, options: `-c plan_cache_mode=${mode}` })
const pools = { auto: open('auto'), generic: open('force_generic_plan') }

const found = await pools.auto.query<{ revision: string }>(
  "select sum(version)::text as revision from table_versions where table_name like 'adm\\_%'",
)
const statements = limitStatements(found.rows[0]?.revision ?? '')
const FILTER = /^filter=(director|year|genre)s?_\$eq_(\d+)(?:_\$and_imdb_votes_\$ge_(\d+))?$/
const PATH = '/api/v1/movies'

type Field = 'director' | 'year' | 'genre'

async function text({ name, text, generic }: LimitStatement, values: readonly string[] = []): Promise<string> {
  const query = { name, text, values: [...values], rowMode: 'array', types } as unknown as pg.QueryArrayConfig<string[]>
  const { rows } = await (generic ? pools.generic : pools.auto).query<string[]>(query)
  return (rows[0] as string[])[0] as string
}

/** Splits what a page's statement gives: the count, a blank, the films. */
function counted(answer: string, page: number, others: string, root: string): string {
  const blank = answer.indexOf(' ')
  return pageEnvelope({ count: Number(answer.slice(0, blank)), page, others, root }, answer.slice(blank + 1))
}

async function list(query: string): Promise<string> {
  const at = query.lastIndexOf('page=')
  const page = at < 0 ? 0 : Number(query.slice(at + 5))
  if (query.startsWith('filter=')) return filtered(query)
  if (query.startsWith('include=')) {
    return page === 0 ? text(statements.firstIncludes) : text(statements.pageIncludes, [String(page * 20)])
  }
  if (query.startsWith('pageSize=200')) {
    return bareEnvelope(
      page === 0 ? await text(statements.first200) : await text(statements.page200, [String(page * 200)]),
    )
  }
  const answer = page === 0 ? await text(statements.first) : await text(statements.page, [String(page * 20)])
  return counted(answer, page, '', '{"operator":"and","children":[]}')
}

async function filtered(query: string): Promise<string> {
  const [, field, value = '', votes] = FILTER.exec(query) as unknown as [string, Field, string?, string?]
  const found =
    votes === undefined ? text(statements[field], [value]) : text(statements[`${field}Votes`], [value, votes])
  const terms = [{ field: field === 'genre' ? 'genres' : field, operator: 'eq', value }]
  if (votes !== undefined) terms.push({ field: 'imdb_votes', operator: 'ge', value: votes })
  const root = JSON.stringify({ operator: 'and', children: terms })
  return counted(await found, 0, `${query.replaceAll('$', '%24')}&`, root)
}

async function aggregate(body: string): Promise<string> {
  const { _filter } = JSON.parse(body) as { readonly _filter: string }
  const answer = await text(statements.aggregate, [_filter.slice('year_$ge_'.length)])
  const blank = answer.indexOf(' ')
  return aggregateEnvelope(Number(answer.slice(0, blank)), answer.slice(blank + 1))
}

async function answer(request: IncomingMessage): Promise<string> {
  const target = request.url ?? ''
  if (target.startsWith(`${PATH}?`)) return list(target.slice(PATH.length + 1))
  if (target === PATH) return list('')
  const id = target.slice(PATH.length + 1)
  if (request.method === 'GET') return oneEnvelope(Number(id), await text(statements.one, [id]))
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  if (request.method === 'POST') return aggregate(body)
  const { movies } = JSON.parse(body) as { readonly movies: readonly { readonly running_time: number }[] }
  return oneEnvelope(Number(id), await text(statements.update, [id, String(movies[0]?.running_time)]))
}

const server = createServer((request, response) => {
  answer(request).then(
    (body) => {
      response.writeHead(200, {
        'content-type': 'application/vnd.api+json;charset=UTF-8',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    },
    (error: unknown) => {
      response.writeHead(500).end(String(error))
    },
  )
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.on('SIGTERM', () => process.exit())
