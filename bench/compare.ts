import { isDeepStrictEqual } from 'node:util'
import type { BenchRequest, Route } from './routes.ts'
import type { MeasuredServer } from './servers.ts'

/**
 * Makes sure that both servers give the same JSON, before anything is timed.
 * @throws naming the first request whose answers differ, and both answers
 */
export async function compareBodies(
  route: Route,
  requests: readonly BenchRequest[],
  servers: readonly MeasuredServer[],
): Promise<void> {
  for (const request of requests) {
    const bodies = []
    for (const server of servers) bodies.push(await body(server, request))
    const [first, second] = bodies.map((text) => comparable(request, text))
    if (isDeepStrictEqual(first, second)) continue
    const told = bodies.map((text, index) => `${servers[index]?.name}: ${text}`).join('\n')
    throw new Error(`${route.name}: answers differ for ${request.method} ${request.path}\n${told}`)
  }
}

async function body({ port, headers }: MeasuredServer, { method, path, body }: BenchRequest): Promise<string> {
  const authorization = /^authorization: (.*)\r\n$/.exec(headers)?.[1]
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.api+json',
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/vnd.api+json' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text
}

/** The second of two equal writes finds a later version. */
function comparable({ method }: BenchRequest, text: string): unknown {
  return JSON.parse(method === 'PATCH' ? text.replaceAll(/"_etag":"[^"]*"/g, '"_etag":""') : text)
}
