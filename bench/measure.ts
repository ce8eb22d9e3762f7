import { random } from '../server/demo/random.ts'
import { compareBodies } from './compare.ts'
import { cpuSpent, cpuTimes, withChildren } from './cpu-time.ts'
import type { LoadGenerator, LoadResult } from './load-job.ts'
import type { BenchOptions } from './options.ts'
import { type BenchRequest, type Route, requestText } from './routes.ts'
import type { MeasuredServer } from './servers.ts'

export interface Round extends LoadResult {
  /** Microseconds of processor time per request: of the server's process, and of Postgres's. */
  readonly serverMicroseconds: number
  readonly postgresMicroseconds: number
}

export interface RouteFigures {
  readonly route: Route
  readonly ours: readonly Round[]
  readonly limit: readonly Round[]
}

const REQUESTS = 6000
const COMPARED = 25

interface Servers {
  readonly ours: MeasuredServer
  readonly limit: MeasuredServer
  /** Process number of the Postgres behind both. */
  readonly postgres: number
}

/** Makes sure that both give the same JSON on a route. */
export function compareRoute(route: Route, { ours, limit }: Servers, { films }: BenchOptions): Promise<void> {
  return compareBodies(route, requestsOf(route, 0, films).slice(-COMPARED), [ours, limit])
}

/**
 * Measures one route on both servers in turn; who goes first changes with each round. Before that both are warmed up:
 * on busy cores it takes seconds until Node has compiled what it runs.
 */
export async function measureRoute(
  route: Route,
  servers: Servers,
  generator: LoadGenerator,
  options: BenchOptions,
): Promise<RouteFigures> {
  const { ours, limit } = servers
  const rounds = { ours: [] as Round[], limit: [] as Round[] }
  const measure = (server: MeasuredServer, round: number, milliseconds: number): Promise<Round> =>
    measureRound(server, servers.postgres, requestsOf(route, round + 1, options.films), generator, {
      ...options,
      milliseconds,
    })
  for (const server of [ours, limit]) await measure(server, options.rounds, options.warmUpMilliseconds)
  for (let round = 0; round < options.rounds; round++) {
    for (const server of round % 2 === 0 ? [ours, limit] : [limit, ours]) {
      rounds[server.name].push(await measure(server, round, options.milliseconds))
    }
  }
  return { route, ...rounds }
}

async function measureRound(
  server: MeasuredServer,
  postgres: number,
  requests: readonly BenchRequest[],
  generator: LoadGenerator,
  { connections, milliseconds }: BenchOptions,
): Promise<Round> {
  const before = { server: cpuTimes([server.pid]), postgres: cpuTimes(withChildren(postgres)) }
  const result = await generator.run({
    port: server.port,
    requests: requests.map((request) => requestText(request, server.headers)),
    connections,
    milliseconds,
  })
  const perRequest = (milliseconds: number): number => (milliseconds * 1000) / result.answered
  return {
    ...result,
    serverMicroseconds: perRequest(cpuSpent(before.server, cpuTimes([server.pid]))),
    postgresMicroseconds: perRequest(cpuSpent(before.postgres, cpuTimes(withChildren(postgres)))),
  }
}

function requestsOf(route: Route, seed: number, films: number): readonly BenchRequest[] {
  const dice = random(1000 * seed + 1)
  const below = (limit: number): number => dice.integer(0, limit - 1)
  return Array.from({ length: REQUESTS }, () => route.requests(below, films))
}
