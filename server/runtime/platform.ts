import type { Mailer } from '../auth/mailer.ts'
import type { Config } from '../config.ts'
import type { Database, StatementObserver } from '../db/database.ts'
import type { OpenPresence } from '../services/concurrency/presence-store.ts'
import type { FileMeans } from '../services/files/means.ts'

/** What a runtime supplies; everything else of the service is Web-standard. */
export interface Platform {
  readonly name: 'node' | 'deno' | 'workerd'
  /** Opens (and for the embedded database creates) the configured database. */
  readonly openDatabase: (config: Config, observe?: StatementObserver) => Promise<Database>
  /** A short hash of a text for entity tags: fast, synchronous, not for secrets. */
  readonly digest: (text: string) => string
  /**
   * The shell's built file at a URL path, or null. The request's headers decide over its encoding and whether it is
   * sent at all: it carries an entity tag and answers If-None-Match.
   */
  readonly asset: (path: string, request: Headers) => Promise<Response | null>
  /** Lets work finish after the response (Workers: `waitUntil`). */
  readonly defer: (work: Promise<unknown>) => void
  /** Where a request came from, on a runtime whose server does not hand the connection to the app. */
  readonly addressOf?: (request: Request) => string | null
  /** What only a runtime can do about files. */
  readonly files: (config: Config) => FileMeans
  /** Where it is kept who is on which record, on a runtime that has a place of its own for it. */
  readonly presence?: OpenPresence
  /** The way mail leaves as configured; none or null: there is none, and nobody to show it to [A4]. */
  readonly mailer?: (config: Config) => Mailer | null
  /** Takes one line of the log, without its line end. */
  readonly writeLog: (line: string) => void
}
