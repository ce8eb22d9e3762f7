import { type BatchResult, MAX_OPERATIONS } from '../../../shared/batch.ts'
import type { PageResponse } from '../../../shared/page.ts'
import type { PageComponent } from '../../catalog/catalog.ts'
import { type BatchOptions, DataApiError } from '../../data-api/client.ts'
import { AppError, type Problem } from '../../errors.ts'
import type { ComponentMapper } from '../components/component-mapper.ts'
import { componentMappers } from '../components/index.ts'
import type { RenderRequest } from '../context.ts'
import { type OpenPage, openPage, type PageSources } from '../open-page.ts'
import { compareComponents } from '../order.ts'
import { causeOf, type RenderLog } from '../render-log.ts'
import type { Renderer, RendererOptions } from '../render-page.ts'
import type { SaveContext } from './component-save.ts'
import { gather, type SavedComponent } from './gather.ts'
import { type ParsedSave, parseSave } from './parse-save.ts'
import { below, inPlace, invalid, type PlacedOperation } from './places.ts'
import { NEW_RECORD } from './record-operations.ts'

export interface SaverOptions extends PageSources, Pick<RendererOptions, 'mappers' | 'foreign'> {
  readonly renderer: Pick<Renderer, 'page'>
  readonly log: RenderLog
}

type MapperOf = (component: PageComponent) => ComponentMapper | undefined

export interface PageSaver {
  /**
   * Saves the dirty components of a page in one transaction, through the data API's batch as the caller [R2].
   *
   * @returns the fresh page, of a new record its own; null where the save is made and it is not to be had.
   * @throws {AppError} VALIDATION with the pointers of all that is wrong, and whatever the batch is refused for, its
   * pointers those of the edits.
   */
  readonly save: (request: RenderRequest, body: unknown, options: BatchOptions) => Promise<PageResponse | null>
  /** The fresh page after a save that was made before, by what its batch came to. */
  readonly saved: (request: RenderRequest, results: readonly BatchResult[]) => Promise<PageResponse | null>
}

export function createPageSaver(options: SaverOptions): PageSaver {
  const { renderer, mappers = componentMappers, foreign, ...sources } = options
  const mapperOf: MapperOf = ({ type }) => mappers.get(type) ?? foreign?.()
  const saved: PageSaver['saved'] = (request, results) =>
    freshPage({ ...request, itemId: savedItem(results) ?? request.itemId }, options)
  return {
    saved,
    save: async (request, body, options) => {
      const open = openPage(request, sources)
      const parsed = parseSave(body, open.item, await savable(open, mapperOf))
      const problems: Problem[] = []
      const components = await evaluated(parsed, open, mapperOf, problems)
      const operations = gather(components, { ...open, ...parsed, type: open.context.type }, problems)
      if (operations.length > MAX_OPERATIONS) problems.push(tooMany(operations.length))
      if (problems.length > 0) throw new AppError(problems)
      if (operations.length === 0) return renderer.page(request)
      return saved(request, await written(operations, request, options))
    },
  }
}

/** The components that the caller sees and that are saved with their page, by key. */
async function savable({ page, context }: OpenPage, mapperOf: MapperOf) {
  const kept = await Promise.all(
    page.components.map(async (component) => {
      const mapper = mapperOf(component)
      if (mapper?.save === undefined) return []
      const hidden = await mapper.hidden?.({ ...context, component, listState: {} })
      return hidden === true ? [] : [[component.key, component] as const]
    }),
  )
  return new Map(kept.flat())
}

/** What the components make of their edits, in the page's order; what they find wrong goes into `problems`. */
async function evaluated(
  { edited, bulk }: ParsedSave,
  { item, context }: OpenPage,
  mapperOf: MapperOf,
  problems: Problem[],
): Promise<readonly SavedComponent[]> {
  const ordered = [...edited].sort((a, b) => compareComponents(a.component, b.component))
  const record = item.kind === 'records' ? (item.ids[0] ?? null) : item.kind === 'new' ? NEW_RECORD : null
  const told = await Promise.all(
    ordered.map(async (each): Promise<SavedComponent | readonly Problem[]> => {
      const { component, data, pointer } = each
      const saving: SaveContext = {
        ...context,
        component,
        listState: {},
        record: bulk ? null : record,
        isBulkEdit: bulk,
      }
      try {
        return { ...each, save: (await mapperOf(component)?.save?.(data, saving)) ?? {} }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return below(error, pointer)
      }
    }),
  )
  return told.flatMap((each) => {
    if ('save' in each) return [each]
    problems.push(...each)
    return []
  })
}

function tooMany(count: number): Problem {
  const detail = `expected edits of at most ${MAX_OPERATIONS} records and relations at once, not ${count}: save some of them first`
  return invalid('/components', detail)
}

async function written(
  operations: readonly PlacedOperation[],
  { dataApi }: RenderRequest,
  options: BatchOptions,
): Promise<readonly BatchResult[]> {
  try {
    return await dataApi.batch(
      operations.map(({ operation }) => operation),
      options,
    )
  } catch (error) {
    throw error instanceof DataApiError ? inPlace(error, operations) : error
  }
}

/** The id of the page's record where the save made it. */
function savedItem(results: readonly BatchResult[]): string | undefined {
  return results
    .find(({ _lid }) => _lid === NEW_RECORD._lid)
    ?._href.split('/')
    .at(-1)
}

/**
 * The save is made by now: whatever the page cannot be shown for, nothing may be told as if it were not. Whoever is
 * answered with null asks for the page once more.
 */
async function freshPage(
  request: RenderRequest,
  { renderer, log }: Pick<SaverOptions, 'renderer' | 'log'>,
): Promise<PageResponse | null> {
  try {
    return await renderer.page(request)
  } catch (error) {
    const isRefused = error instanceof AppError && error.status < 500
    try {
      // a list's state in the address may be what does not do
      if (isRefused) return await renderer.page({ ...request, listState: {} })
    } catch (again) {
      return notShown(again, request, log)
    }
    return notShown(error, request, log)
  }
}

function notShown(error: unknown, { requestId, pageKey, itemId }: RenderRequest, log: RenderLog): null {
  // one who does not see the record any more is no fault
  if (error instanceof AppError && error.status < 500) return null
  log.error('[Save-PageNotShown]', { requestId, pageKey, itemId, ...causeOf(error) })
  return null
}
