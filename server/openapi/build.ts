import { publicRoutes } from '../auth/public-routes.ts'
import type { Catalog, MediaType } from '../catalog/catalog.ts'
import { mediaTypeRights, type Rights } from '../catalog/rights.ts'
import { seenCatalog } from '../catalog/seen-catalog.ts'
import { areas } from './areas/index.ts'
import { METHODS, type OpenApiDocument, type Operation, type PathItem, type Paths, type Tag } from './document.ts'
import { introduction } from './introduction.ts'
import { mediaTypePaths } from './media-type/paths.ts'
import { mediaTypeSchemas } from './media-type/schemas.ts'
import { errorResponses, securitySchemes, sharedHeaders, sharedParameters } from './shared-parts.ts'
import { sharedSchemas } from './shared-schemas.ts'

/** Headings of the tags that stand for media types. */
export const MEDIA_TYPES = 'Media types'
export const SYSTEM_MEDIA_TYPES = 'System media types'

/** Paths of the authorization server that can be configured. */
export interface ConfiguredPaths {
  readonly authorizePath: string
  readonly tokenPath: string
}

const USUAL_PATHS: ConfiguredPaths = { authorizePath: '/oauth/authorize', tokenPath: '/oauth/token' }

/** Describes every route to a caller: of media types those the caller may read, and what the caller may do with them [G6]. */
export function openApiDocument(whole: Catalog, rights: Rights, configured = USUAL_PATHS): OpenApiDocument {
  const catalog = seenCatalog(whole, rights)
  const types = [...catalog.mediaTypes.values()]
    .filter((type) => mediaTypeRights(rights, type).read)
    .sort((a, b) => Number(a.system) - Number(b.system) || (a.name < b.name ? -1 : 1))
  const paths = Object.assign({}, ...types.map((type) => mediaTypePaths(type, catalog, rights)))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Marquee',
      version: `1.${catalog.revision}`,
      summary: 'A metadata-driven content-management service.',
      description: introduction,
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { session: [] }],
    tags: [...types.map(tagOf), ...areas.map(({ tag }) => tag)],
    // a route of the service comes before a media type that has its name
    paths: { ...paths, ...withoutSignIn(areaPaths(configured), configured) },
    components: {
      schemas: Object.assign({}, sharedSchemas, ...areas.map(({ schemas }) => schemas), ...types.map(mediaTypeSchemas)),
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: errorResponses,
      securitySchemes,
    },
  }
}

function tagOf({ name, labelPlural, system }: MediaType): Tag {
  return { name, description: labelPlural, 'x-group': system ? SYSTEM_MEDIA_TYPES : MEDIA_TYPES }
}

/** The paths of all areas, those that are configured as they are. */
function areaPaths({ authorizePath, tokenPath }: ConfiguredPaths): Paths {
  const {
    [USUAL_PATHS.authorizePath]: authorize,
    [USUAL_PATHS.tokenPath]: token,
    ...rest
  }: Paths = Object.assign({}, ...areas.map(({ paths }) => paths))
  return { ...rest, [authorizePath]: authorize as PathItem, [tokenPath]: token as PathItem }
}

/** Says of each route that answers without a sign-in that it needs none. */
function withoutSignIn(paths: Paths, configured: ConfiguredPaths): Paths {
  const isPublic = publicRoutes(configured)
  const items = Object.entries(paths).map(([path, item]) => {
    const operations = METHODS.flatMap((method) => {
      const operation: Operation | undefined = item[method]
      if (operation === undefined) return []
      const open = operation.security === undefined && isPublic(method.toUpperCase(), path)
      return [[method, open ? { ...operation, security: [] } : operation] as const]
    })
    return [path, Object.fromEntries(operations) as PathItem] as const
  })
  return Object.fromEntries(items)
}
