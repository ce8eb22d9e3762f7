import type { ComponentData, ComponentSchema, PageResponse } from '../../shared/page.ts'
import type { Page, PageComponent } from '../catalog/catalog.ts'
import { DataApiError } from '../data-api/client.ts'
import { AppError } from '../errors.ts'
import type { Registry } from '../registry.ts'
import { breadcrumbs } from './breadcrumbs.ts'
import type { ComponentMapper } from './components/component-mapper.ts'
import { componentMappers } from './components/index.ts'
import type { ListState, RenderContext, RenderRequest } from './context.ts'
import { itemText } from './item.ts'
import { openPage, type PageSources } from './open-page.ts'
import { orderComponents, preferredKeys } from './order.ts'
import { type Evaluated, isShown, type Outcome } from './outcome.ts'
import { pageConfiguration } from './page-configuration.ts'
import { logRender, type RenderLog } from './render-log.ts'
import { runComponent } from './run-component.ts'

export interface RendererOptions extends PageSources {
  /** A user's stored preferences, as they were stored. */
  readonly preferencesOf: (userId: number) => Promise<unknown>
  readonly log: RenderLog
  readonly mappers?: Registry<ComponentMapper>
  /** Stands for types that are not built in; undefined: there is nobody to show them [RB1]. */
  readonly foreign?: () => ComponentMapper | undefined
}

export interface RenderedComponent {
  readonly schema: ComponentSchema
  readonly data: ComponentData
}

export interface Renderer {
  /** @throws {AppError} NOT_FOUND, FORBIDDEN, or what the data API says of the list state in the address. */
  readonly page: (request: RenderRequest) => Promise<PageResponse>
  /** One component of a page again. @throws {AppError} as a page does, and whatever its data could not be had for. */
  readonly component: (request: RenderRequest, componentKey: string) => Promise<RenderedComponent>
}

export function createRenderer(options: RendererOptions): Renderer {
  const { log, mappers = componentMappers } = options

  const evaluate = async (
    request: RenderRequest,
    choose: (page: Page) => Promise<readonly PageComponent[]>,
    alone = false,
  ) => {
    const start = performance.now()
    const { page, item, context } = openPage(request, options)
    const components = await choose(page)
    const leader = components.find(({ type }) => mappers.get(type)?.followsListState)
    const [evaluated, records] = await Promise.all([
      Promise.all(
        components.map((component) => {
          const listState = alone || component === leader ? request.listState : {}
          const mapper = mappers.get(component.type) ?? options.foreign?.()
          return runComponent(mapper, { ...context, component, listState, alone })
        }),
      ),
      item.kind === 'records' ? settled(context.records()) : undefined,
    ])
    if (records === null) throw unknownItem(context)
    const fault = evaluated.flatMap(({ outcome }) => addressFault(outcome, request.listState))[0]
    if (fault !== undefined) throw fault
    const ms = Math.round((performance.now() - start) * 100) / 100
    logRender(log, { requestId: request.requestId, pageKey: page.key, itemId: itemText(item), ms }, evaluated)
    return { context, evaluated }
  }

  const inOrder = async (page: Page, userId: number | null): Promise<readonly PageComponent[]> => {
    const personal = userId !== null && page.components.length > 1
    const preferences = personal ? await options.preferencesOf(userId) : null
    return orderComponents(page.components, preferredKeys(preferences, page.key))
  }

  return {
    page: async (request) => {
      const { context, evaluated } = await evaluate(request, (page) => inOrder(page, request.userId))
      const { catalog, page } = context
      const configuration = await pageConfiguration(context, evaluated, mappers)
      const shown = evaluated.flatMap((component) => rendered(component))
      return {
        pageKey: page.key,
        title: page.title,
        breadcrumbs: breadcrumbs(catalog, page, request.previousPageKey),
        configuration,
        schema: { configuration, components: shown.map(({ schema }) => schema) },
        data: { components: shown.map(({ data }) => data) },
      }
    },
    component: async (request, componentKey) => {
      const only = async (page: Page) => page.components.filter(({ key }) => key === componentKey)
      const { evaluated } = await evaluate(request, only, true)
      const [found] = evaluated
      const [shown] = evaluated.flatMap((component) => rendered(component))
      if (shown !== undefined) return shown
      if (found?.outcome.kind === 'Errored') throw found.outcome.error
      throw new AppError({
        code: 'NOT_FOUND',
        detail: `the page ${request.pageKey} shows no component ${JSON.stringify(componentKey)}`,
      })
    },
  }
}

/** What a promise gives; undefined when it fails, which its other readers report. */
async function settled<T>(promise: Promise<T>): Promise<T | undefined> {
  const [result] = await Promise.allSettled([promise])
  return result.status === 'fulfilled' ? result.value : undefined
}

function unknownItem({ page, item }: RenderContext): AppError {
  return new AppError({ code: 'NOT_FOUND', detail: `there is no record ${itemText(item)} on the page ${page.key}` })
}

/** A fault of the list state in the address is the caller's to correct, and no component's failure. */
function addressFault(outcome: Outcome, listState: ListState): readonly DataApiError[] {
  if (outcome.kind !== 'Errored' || !(outcome.error instanceof DataApiError)) return []
  const { error } = outcome
  const isTheirs = ({ parameter = '' }: { readonly parameter?: string }): boolean => Object.hasOwn(listState, parameter)
  return error.status === 400 && error.problems.every(isTheirs) ? [error] : []
}

function rendered({ component, outcome }: Evaluated): readonly RenderedComponent[] {
  if (!isShown(outcome)) return []
  const { key, type } = component
  return [
    {
      schema: { title: component.title ?? '', key, type, schema: outcome.schema },
      data: { key, data: outcome.data },
    },
  ]
}
