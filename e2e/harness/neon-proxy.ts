import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'

export interface NeonProxy {
  /** For NEON_FETCH_ENDPOINT. */
  readonly fetchEndpoint: string
  /** For NEON_WS_PROXY. */
  readonly wsProxy: string
  readonly stop: () => Promise<void>
}

interface SqlRequest {
  readonly query: string
  readonly params: readonly (string | null)[]
}

const SQL_LIMIT = 64 * 1024 * 1024

/**
 * What Neon's driver speaks, in front of any Postgres: a statement posted to `/sql`, answered with the columns' raw
 * text, and Postgres's own protocol in WebSocket messages at `/v2`.
 */
export async function startNeonProxy(): Promise<NeonProxy> {
  const pools = new Map<string, pg.Pool>()
  const server = createServer((request, response) => void answer(request, response, pools))
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (webSocket) => tunnel(webSocket, request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    fetchEndpoint: `http://${host}/sql`,
    wsProxy: `${host}/v2`,
    stop: async () => {
      for (const client of sockets.clients) client.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all([...pools.values()].map((pool) => pool.end()))
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, pools: Map<string, pg.Pool>): Promise<void> {
  const send = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  try {
    const { query, params } = JSON.parse(await text(request)) as SqlRequest
    const url = String(request.headers['neon-connection-string'])
    const pool = pools.get(url) ?? openPool(url, pools)
    const types = { getTypeParser: () => (value: string) => value }
    const result = await pool.query({
      text: query,
      values: [...params],
      rowMode: 'array',
      types,
    } as pg.QueryArrayConfig)
    const { command, rowCount, fields, rows } = result
    const asArrays = request.headers['neon-array-mode'] === 'true'
    const named = (row: unknown[]): object => Object.fromEntries(fields.map(({ name }, index) => [name, row[index]]))
    send(200, { command, rowCount, fields, rows: asArrays ? rows : rows.map(named), rowAsArray: asArrays })
  } catch (error) {
    const { message } = error as Error
    send(400, { message, ...(error as object) })
  }
}

function openPool(url: string, pools: Map<string, pg.Pool>): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  pool.on('error', () => undefined)
  pools.set(url, pool)
  return pool
}

async function text(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk
    if (body.length > SQL_LIMIT) throw new Error('the statement is too large')
  }
  return body
}

function tunnel(webSocket: WebSocket, request: IncomingMessage): void {
  const address = new URL(request.url ?? '/', 'http://proxy').searchParams.get('address') ?? ''
  const [host = '', port = ''] = address.split(':')
  const socket = connect(Number(port), host)
  socket.on('data', (bytes) => webSocket.send(bytes))
  socket.on('close', () => webSocket.close())
  socket.on('error', () => webSocket.terminate())
  webSocket.on('message', (bytes: Buffer) => socket.write(bytes))
  webSocket.on('close', () => socket.destroy())
  webSocket.on('error', () => socket.destroy())
}
