import { join } from 'node:path'
import process from 'node:process'
import { freshCatalogue } from './catalogue.ts'
import { addEditor, askedBy, makeSourceTree } from './editor.ts'
import { startLoadGenerator } from './load-job.ts'
import { measureRoute } from './measure.ts'
import { type BenchOptions, HELP, readOptions } from './options.ts'
import { startKeptPostgres } from './postgres.ts'
import { machine, reportRoute, type Spread } from './report.ts'
import { ROUTES } from './routes.ts'
import { startOurs, USER } from './servers.ts'

/** The benchmark's reads of pages: what rights add to each is measured. */
const PAGES = ['page-count', 'filtered-count', 'includes', 'page-200']
const HIDDEN = 'us_gross'

/**
 * `node bench/rights.ts`: page reads of an editor who sees some sources only, against the same reads of an
 * administrator, by one server in the same rounds. Takes the options of `npm run bench`.
 */
async function measureRights(options: BenchOptions): Promise<void> {
  const stops: (() => unknown)[] = []
  try {
    const postgres = await startKeptPostgres(join(options.cache, 'postgres'))
    stops.push(postgres.stop)
    const database = await freshCatalogue(postgres, options.films, say)
    await makeSourceTree(database)
    const nodeArguments =
      options.profile === null
        ? []
        : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`, '--cpu-prof-name=ours.cpuprofile']
    const server = await startOurs(database, { nodeArguments, settings: options.settings })
    stops.push(server.stop)
    const generator = startLoadGenerator()
    stops.push(generator.stop)

    const root = { username: USER.name, password: USER.password }
    const limit = await askedBy(server, 'limit', root)
    const callers = [
      { who: 'sources', ours: await askedBy(server, 'ours', await addEditor(database, root, 'editor', null)) },
      {
        who: 'sources, a hidden field',
        ours: await askedBy(server, 'ours', await addEditor(database, root, 'guest', HIDDEN)),
      },
    ]
    say(`${machine(postgres.version)}; ${options.films.toLocaleString('en')} films`)
    say(`${options.rounds} rounds of ${options.milliseconds / 1000} s each, ${options.connections} connections\n`)
    for (const route of ROUTES.filter(({ name }) =>
      (options.only.length === 0 ? PAGES : options.only).includes(name),
    )) {
      for (const { who, ours } of callers) {
        const servers = { ours, limit, postgres: postgres.pid }
        const { ratio, cpuRatio, ...figures } = reportRoute(await measureRoute(route, servers, generator, options))
        const costs = [figures.ours, figures.limit].map(
          ({ serverMicroseconds, postgresMicroseconds }) =>
            `${serverMicroseconds.median.toFixed(0)} + ${postgresMicroseconds.median.toFixed(0)}`,
        )
        say(
          `${route.name}, ${who}: time ${times(ratio)}, processor time ${times(cpuRatio)} (µs ${costs.join(' against ')})`,
        )
      }
    }
  } finally {
    for (const each of stops.splice(0).reverse()) await each()
  }
}

/** How many times as long as the administrator's, from how many times as fast. */
function times({ median, min, max }: Spread): string {
  return `${(1 / median).toFixed(2)} (${(1 / max).toFixed(2)}–${(1 / min).toFixed(2)})`
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') process.stdout.write(HELP)
  else await measureRights(options)
} catch (error) {
  say(`bench: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
