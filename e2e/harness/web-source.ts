import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WebSource {
  /** Without a slash at its end. */
  readonly url: string
  readonly port: number
  /** Method, path and what else of each request so far may be of interest. */
  readonly requests: readonly SeenRequest[]
  readonly stop: () => Promise<void>
}

export interface SeenRequest {
  readonly path: string
  readonly host: string | undefined
  readonly authorization: string | undefined
}

/** A web server on the loopback that files are fetched from. */
export async function startWebSource(answer: RequestListener): Promise<WebSource> {
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    const { host, authorization } = request.headers
    requests.push({ path: request.url ?? '', host, authorization })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
