import type { Context } from 'hono'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { AppEnv } from '../http.ts'

/** The language a request is answered in: the user's preference, else what the browser accepts, else the default. */
export function languageOf(c: Context<AppEnv>, dictionary: Dictionary): string {
  return dictionary.choose(c.get('caller')?.language ?? null, c.req.header('accept-language'))
}
