import { cpus, totalmem } from 'node:os'
import process from 'node:process'
import { CPU_TIMES_KNOWN } from './cpu-time.ts'
import type { Round, RouteFigures } from './measure.ts'

/** The middle value, with the least and the greatest. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export interface RouteReport {
  readonly route: string
  readonly target: number
  readonly met: boolean
  /** Throughput of ours by the limit's, of each round. */
  readonly ratio: Spread
  /** Processor time of server and Postgres per request, the limit's by ours: the same ratio, deaf to busy neighbours. */
  readonly cpuRatio: Spread
  readonly ours: ServerReport
  readonly limit: ServerReport
}

type ServerReport = Readonly<Record<Figure, Spread>>
type Figure = (typeof FIGURES)[number]
const FIGURES = ['perSecond', 'p50', 'p99', 'serverMicroseconds', 'postgresMicroseconds'] as const

export function reportRoute({ route, ours, limit }: RouteFigures): RouteReport {
  const ratio = spread(ours.map((round, index) => round.perSecond / (limit[index] as Round).perSecond))
  return {
    route: route.name,
    target: route.target,
    met: ratio.median >= route.target,
    ratio,
    cpuRatio: spread(ours.map((round, index) => cpuOf(limit[index] as Round) / cpuOf(round))),
    ours: reportServer(ours),
    limit: reportServer(limit),
  }
}

const cpuOf = ({ serverMicroseconds, postgresMicroseconds }: Round): number => serverMicroseconds + postgresMicroseconds

function reportServer(rounds: readonly Round[]): ServerReport {
  const entries = FIGURES.map((figure) => [figure, spread(rounds.map((round) => round[figure]))])
  return Object.fromEntries(entries) as ServerReport
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
  return { median, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 }
}

const HEAD = ['route', '', 'req/s', 'p50 ms', 'p99 ms', 'µs node', 'µs postgres', 'ours/limit', 'by CPU', 'target', '']

/** A table as text, two lines a route. */
export function table(reports: readonly RouteReport[]): string {
  const rows = reports.flatMap((report) => [
    [
      report.route,
      'ours',
      ...figures(report.ours),
      `${report.ratio.median.toFixed(2)} (${report.ratio.min.toFixed(2)}–${report.ratio.max.toFixed(2)})`,
      CPU_TIMES_KNOWN ? report.cpuRatio.median.toFixed(2) : '–',
      `≥ ${report.target.toFixed(1)}`,
      report.met ? 'met' : 'NOT MET',
    ],
    ['', 'limit', ...figures(report.limit), '', '', '', ''],
  ])
  const widths = HEAD.map((head, column) => Math.max(...[head, ...rows.map((row) => row[column] ?? '')].map(length)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column < 2 || column > 6 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [HEAD, widths.map((width) => '─'.repeat(width)), ...rows].map(line).join('\n')
}

const length = (text: string): number => text.length

function figures({ perSecond, p50, p99, serverMicroseconds, postgresMicroseconds }: ServerReport): string[] {
  return [
    Math.round(perSecond.median).toLocaleString('en'),
    p50.median.toFixed(2),
    p99.median.toFixed(2),
    ...[serverMicroseconds, postgresMicroseconds].map(({ median }) => (CPU_TIMES_KNOWN ? median.toFixed(0) : '–')),
  ]
}

export function machine(postgres: string): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores, ${memory} GB of memory, Node ${process.versions.node}, Postgres ${postgres}`
}
