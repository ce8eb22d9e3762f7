import { areas } from './areas/index.ts'
import type { OpenApiDocument, PathItem } from './document.ts'
import { METHODS } from './document.ts'
import { sharedSchemas } from './shared-schemas.ts'

const GROUP = 'Files'

/** The description of the routes of files alone [G6.b]. */
export function describedFiles(document: OpenApiDocument): OpenApiDocument {
  const own = areas.filter(({ tag }) => tag['x-group'] === GROUP)
  const tags = new Set(own.map(({ tag }) => tag.name))
  const isOwn = (item: PathItem): boolean => METHODS.some((method) => item[method]?.tags.some((tag) => tags.has(tag)))
  return {
    ...document,
    info: {
      ...document.info,
      title: 'Marquee files',
      summary: 'Files of Marquee: uploads, storage areas and downloads; described for programs at /files/openapi.json.',
    },
    tags: own.map(({ tag }) => tag),
    paths: Object.fromEntries(Object.entries(document.paths).filter(([, item]) => isOwn(item))),
    components: {
      ...document.components,
      schemas: Object.assign({}, sharedSchemas, ...own.map(({ schemas }) => schemas)),
    },
  }
}
