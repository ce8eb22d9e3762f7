import { type IframeData, type IframeSchema, SANDBOX_TOKENS } from '../../../shared/page-parts.ts'
import { addressOrigin, fillAddress } from '../../../shared/placeholders.ts'
import type { Catalog, PageComponent } from '../../catalog/catalog.ts'
import type { ComponentContext } from '../context.ts'
import type { ComponentMapper } from './component-mapper.ts'
import { countOption, textOption, textsOption } from './configuration.ts'
import { lacksRecord, storedValues } from './page-record.ts'

/** A page of another site within this one. */
export const iframe: ComponentMapper = {
  name: 'iframe',
  hidden: (context) => lacksRecord([textOption(context.component, 'url') ?? ''], context),
  schema,
  data,
}

const HEIGHT = { default: 480, least: 120, most: 4000 }
/** Without scripts hardly any site works; no site gets more than that unasked. */
const SANDBOX = ['allow-scripts']

function schema({ component }: ComponentContext): IframeSchema {
  const height = countOption(component, 'height') ?? HEIGHT.default
  const sandbox = textsOption(component, 'sandbox') ?? SANDBOX
  return {
    title: textOption(component, 'title') ?? component.title ?? component.key,
    height: Math.min(Math.max(height, HEIGHT.least), HEIGHT.most),
    sandbox: SANDBOX_TOKENS.filter((token) => sandbox.includes(token)),
  }
}

async function data(context: ComponentContext): Promise<IframeData> {
  const template = textOption(context.component, 'url') ?? ''
  if (addressOrigin(template) === null) throw new Error(`${JSON.stringify(template)} is no address of a page to show`)
  return { url: fillAddress(template, await storedValues([template], context)) }
}

const known = new WeakMap<Catalog, readonly string[]>()

/** The origins that the pages of the catalog show in frames; found once per catalog. */
export function frameOrigins(catalog: Catalog): readonly string[] {
  const origins = known.get(catalog) ?? [
    ...new Set([...catalog.pages.values()].flatMap(({ components }) => components.flatMap(originOf))),
  ]
  known.set(catalog, origins)
  return origins
}

function originOf(component: PageComponent): readonly string[] {
  if (component.type !== 'iframe') return []
  const origin = addressOrigin(textOption(component, 'url') ?? '')
  return origin === null ? [] : [origin]
}
