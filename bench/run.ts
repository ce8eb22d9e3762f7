import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { freshCatalogue } from './catalogue.ts'
import { startLoadGenerator } from './load-job.ts'
import { compareRoute, measureRoute } from './measure.ts'
import { type BenchOptions, HELP, readOptions } from './options.ts'
import { startKeptPostgres } from './postgres.ts'
import { machine, type RouteReport, reportRoute, table } from './report.ts'
import { ROUTES } from './routes.ts'
import { startLimit, startOurs } from './servers.ts'

async function bench(options: BenchOptions): Promise<void> {
  const stops: (() => unknown)[] = []
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  process.once('SIGINT', () => void stop().then(() => process.exit(130)))
  process.once('SIGTERM', () => void stop().then(() => process.exit(143)))
  try {
    const postgres = await startKeptPostgres(join(options.cache, 'postgres'))
    stops.push(postgres.stop)
    const database = await freshCatalogue(postgres, options.films, say)
    const nodeArguments = (name: string): readonly string[] =>
      options.profile === null
        ? []
        : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`, `--cpu-prof-name=${name}.cpuprofile`]
    const ours = await startOurs(database, { nodeArguments: nodeArguments('ours'), settings: options.settings })
    stops.push(ours.stop)
    const settings = { CONNECTIONS: String(options.limitConnections) }
    const limit = await startLimit(database, { nodeArguments: nodeArguments('limit'), settings })
    stops.push(limit.stop)
    const generator = startLoadGenerator()
    stops.push(generator.stop)

    say(`${machine(postgres.version)}; ${options.films.toLocaleString('en')} films`)
    say(`${options.rounds} rounds of ${options.milliseconds / 1000} s each, ${options.connections} connections\n`)
    const reports: RouteReport[] = []
    for (const route of ROUTES.filter(({ name }) => options.only.length === 0 || options.only.includes(name))) {
      const servers = { ours, limit, postgres: postgres.pid }
      await compareRoute(route, servers, options)
      const report = reportRoute(await measureRoute(route, servers, generator, options))
      reports.push(report)
      say(`${route.name}: ${report.ratio.median.toFixed(2)}`)
    }
    process.stdout.write(`\n${table(reports)}\n`)
    if (options.json !== null) {
      const { films, rounds, milliseconds, connections } = options
      const about = { machine: machine(postgres.version), films, rounds, milliseconds, connections }
      writeFileSync(options.json, `${JSON.stringify({ ...about, routes: reports }, null, 2)}\n`)
    }
  } finally {
    await stop()
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') process.stdout.write(HELP)
  else {
    if (options.profile !== null) mkdirSync(options.profile, { recursive: true })
    await bench(options)
  }
} catch (error) {
  say(`bench: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
