import type { Catalog, Page, PageComponent } from '../catalog/catalog.ts'
import { dataApiClient } from '../data-api/client.ts'
import type { RenderRequest } from './context.ts'
import type { RenderLog } from './render-log.ts'

/** A page of these components, without a media type. */
export function pageOf(components: readonly (Partial<PageComponent> & { readonly type: string })[]): Page {
  return {
    key: 'test',
    mediaType: null,
    title: 'A test',
    parentKey: null,
    layout: 'stack',
    menuOrder: null,
    menuGroup: null,
    icon: null,
    components: components.map((component, index) => ({
      key: component.type,
      title: null,
      order: index,
      configuration: {},
      ...component,
    })),
  }
}

export function catalogOf(...pages: readonly Page[]): Catalog {
  return { revision: 1, mediaTypes: new Map(), pages: new Map(pages.map((page) => [page.key, page])) }
}

/** A request for the page `test`, by a caller who may do nothing with any data. */
export function requestOf(change: Partial<RenderRequest> = {}): RenderRequest {
  return {
    pageKey: 'test',
    itemId: undefined,
    previousPageKey: undefined,
    listState: {},
    requestId: 'request-1',
    language: 'en',
    userId: 1,
    seen: (catalog) => catalog,
    rightsOn: () => ({ read: false, write: false, delete: false, create: false }),
    unrestricted: false,
    permissions: {
      own: async () => null,
      inventory: async () => ({ categories: [] }),
    },
    dataApi: dataApiClient(async () => new Response(null, { status: 404 }), {
      origin: 'http://cms.test',
      requestId: '1',
    }),
    ...change,
  }
}

export interface LogLine {
  readonly level: string
  readonly event: string
  readonly [field: string]: unknown
}

/** A log that keeps its lines. */
export function keptLog(): { readonly log: RenderLog; readonly lines: LogLine[] } {
  const lines: LogLine[] = []
  const at =
    (level: string): RenderLog['info'] =>
    (event, fields) =>
      void lines.push({ level, event, ...fields })
  return { log: { info: at('info'), warn: at('warn'), error: at('error') }, lines }
}
