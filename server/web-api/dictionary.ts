import { type Context, Hono } from 'hono'
import { CONTENT_TYPE } from '../data-api/read.ts'
import { canonicalLanguage } from '../dictionary/language.ts'
import type { DictionarySource } from '../dictionary/load.ts'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import { conditionalBody } from './conditional-body.ts'
import { getOnly } from './get-only.ts'
import { languageOf } from './language-of.ts'

export interface DictionaryRoutes {
  readonly dictionaries: DictionarySource
  readonly digest: (text: string) => string
}

/** `GET /api/v1/dictionary?language=xx`: every text in a language; without the parameter, in the caller's [D9]. */
export function dictionaryRoutes({ dictionaries, digest }: DictionaryRoutes): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/api/v1/dictionary', async (c) => {
      const asked = languageParameter(c)
      const dictionary = await dictionaries.refresh()
      const language = asked ?? languageOf(c, dictionary)
      const body = `{"_language":${JSON.stringify(language)},"_dictionary":${dictionary.texts(language).json}}`
      return conditionalBody(c, body, `"${digest(body)}"`, CONTENT_TYPE)
    })
    .all('/api/v1/dictionary', getOnly)
}

/** @throws {AppError} PARAMETER for a malformed tag, one given twice, and any other parameter. */
function languageParameter(c: Context<AppEnv>): string | null {
  const { language, ...others } = c.req.queries()
  const [other] = Object.keys(others)
  if (other !== undefined) throw wrong(other, 'expected no parameter but language')
  if (language === undefined) return null
  const tag = language.length === 1 ? canonicalLanguage(language[0] as string) : null
  if (tag === null) throw wrong('language', 'expected one language tag such as en or de-AT')
  return tag
}

function wrong(parameter: string, detail: string): AppError {
  return new AppError({ code: 'PARAMETER', parameter, detail: `${parameter}: ${detail}` })
}
