import { Client, neon, neonConfig, types as neonTypes } from '@neondatabase/serverless'
import type { Database, Statement, StatementObserver, TextRow } from './database.ts'
import { type ExecuteResult, kyselyOver, writtenRows } from './dialect.ts'
import { parameterTexts } from './parameters.ts'
import { pgTransaction, pgTypes } from './pg-client.ts'
import { TEXT_TYPES } from './result-types.ts'
import { retryConflicts } from './retry.ts'

const types = pgTypes((oid, format) => neonTypes.getTypeParser(oid, format ?? 'text'))

export interface NeonOptions {
  readonly url: string
  readonly fetchEndpoint?: string | null
  readonly wsProxy?: string | null
}

/**
 * Neon from where no connection may outlive a request: single statements over its HTTP, one round trip each, and a
 * WebSocket connection for the length of a transaction. Holds no connection, so one object serves an isolate for life.
 */
export function openNeon(options: NeonOptions, observe?: StatementObserver): Database {
  if (options.fetchEndpoint) neonConfig.fetchEndpoint = options.fetchEndpoint
  const sql = neon(options.url, { fullResults: true, disableWarningInBrowsers: true })

  const read = async ({ text, values }: Statement): Promise<readonly TextRow[]> => {
    observe?.(text)
    const { rows } = await sql.query(text, parameterTexts(values), { arrayMode: true, types: TEXT_TYPES })
    return rows as TextRow[]
  }
  const execute = async (text: string, values: readonly unknown[]): Promise<ExecuteResult> => {
    observe?.(text)
    const { rows, command, rowCount } = await sql.query(text, parameterTexts(values), { types })
    return { rows, written: writtenRows(command, rowCount) }
  }

  return {
    read,
    kysely: kyselyOver(execute),
    transaction: (work) =>
      retryConflicts(async () => {
        const client = connection(options)
        client.on('error', ignore)
        try {
          await client.connect()
          return await pgTransaction(client, { begin: BEGIN, types, observe }, work)
        } finally {
          await client.end()
        }
      }),
    close: async () => undefined,
  }
}

// one round trip: poolers refuse the time zone as a start-up option
const BEGIN = "begin isolation level read committed; set local time zone 'UTC'"

function connection({ url, wsProxy }: NeonOptions): Client {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  if (wsProxy) {
    client.neonConfig.wsProxy = wsProxy
    client.neonConfig.useSecureWebSocket = false
    client.neonConfig.pipelineConnect = false
  }
  return client
}

function ignore(): void {}
