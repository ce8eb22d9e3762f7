import { type Context, Hono } from 'hono'
import type { CatalogSource } from '../catalog/load.ts'
import type { DictionarySource } from '../dictionary/load.ts'
import { localizedCatalog } from '../dictionary/localized-catalog.ts'
import { AppError } from '../errors.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import { conditionalBody } from '../web-api/conditional-body.ts'
import { getOnly } from '../web-api/get-only.ts'
import { languageOf } from '../web-api/language-of.ts'
import type { ConfiguredPaths } from './build.ts'
import type { OpenApiDocument } from './document.ts'
import { describedFiles } from './file-routes.ts'
import { HELP_POLICY } from './help/page.ts'
import { helpOf } from './help/views.ts'
import { type KeptDocument, keptDocuments } from './kept-documents.ts'

export interface OpenApiRoutes {
  readonly catalogs: CatalogSource
  readonly dictionaries: DictionarySource
  readonly digest: (text: string) => string
  /** As they are usually unless given. */
  readonly paths?: ConfiguredPaths
}

/** `GET /openapi.json`: the description of all routes that the caller may use; `/help` is the same to read [G6]. */
export function openApiRoutes({ catalogs, dictionaries, digest, paths }: OpenApiRoutes): Hono<AppEnv> {
  const documents = keptDocuments(digest, paths)
  const described = (c: Context<AppEnv>): KeptDocument => {
    const dictionary = dictionaries.current()
    const texts = dictionary.texts(languageOf(c, dictionary))
    return documents(localizedCatalog(catalogs.current(), texts), requireCaller(c).rights)
  }
  const shown = (c: Context<AppEnv>, html: string, etag: string): Response => {
    const response = conditionalBody(c, html, etag, 'text/html; charset=UTF-8')
    response.headers.set('content-security-policy', HELP_POLICY)
    return response
  }
  const page = (c: Context<AppEnv>, section: string): Response => {
    const { document, etag } = described(c)
    const html = helpOf(document, section)
    if (html === null) {
      throw new AppError({ code: 'NOT_FOUND', detail: `the description has no section ${JSON.stringify(section)}` })
    }
    return shown(c, html, etag)
  }
  const ofFiles = (c: Context<AppEnv>): { readonly document: OpenApiDocument; readonly etag: string } => {
    const { document, etag } = described(c)
    return { document: describedFiles(document), etag: etag.replace(/"$/, '-files"') }
  }
  return new Hono<AppEnv>()
    .get('/openapi.json', (c) => {
      const { text, etag } = described(c)
      return conditionalBody(c, text, etag, 'application/json; charset=UTF-8')
    })
    .all('/openapi.json', getOnly)
    .get('/help', (c) => page(c, ''))
    .all('/help', getOnly)
    .get('/help/:section', (c) => page(c, c.req.param('section')))
    .all('/help/:section', getOnly)
    .get('/files/openapi.json', (c) => {
      const { document, etag } = ofFiles(c)
      return conditionalBody(c, JSON.stringify(document), etag, 'application/json; charset=UTF-8')
    })
    .all('/files/openapi.json', getOnly)
    .get('/files/help', (c) => {
      const { document, etag } = ofFiles(c)
      return shown(c, helpOf(document, '') ?? '', etag)
    })
    .all('/files/help', getOnly)
}
