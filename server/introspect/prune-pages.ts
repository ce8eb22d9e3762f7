import type { ComponentDocument, MediaTypeDocument, MetadataDocument, PageDocument } from '../catalog/document.ts'
import { fieldRows, relatedRows } from '../catalog/document-rows.ts'
import { renamedConfiguration, renamedPages } from '../catalog/page-names.ts'
import { listedRelation, RELATED } from '../catalog/related-lists.ts'

/** Pages of media types that are gone go, and so does what other pages say of them and of fields that are gone. */
export function prunedPages(
  { pages, mediaTypes: before }: MetadataDocument,
  mediaTypes: readonly MediaTypeDocument[],
  gone: ReadonlySet<string>,
): readonly PageDocument[] {
  const left = pages.filter(({ mediaType }) => mediaType === undefined || !gone.has(mediaType))
  const keys = new Set(left.map(({ key }) => key))
  const lost = lostFields(before, mediaTypes)
  const [were, are] = [relationRows(before), relationRows(mediaTypes)]
  return left.map((page) => {
    const listed = (component: ComponentDocument, rows: RelationRows) =>
      RELATED.includes(component.type) ? listedRelation(component, page.mediaType ?? null, rows) : undefined
    const typeOf = (component: ComponentDocument): string =>
      listed(component, were)?.rowType ?? String(component.configuration?.mediaType ?? page.mediaType ?? '')
    // a list of a relation that is gone has nothing to show
    const components = page.components
      .filter((component) => !gone.has(typeOf(component)) && listed(component, are) !== null)
      .map((component) => pruned(component, lost.get(typeOf(component)) ?? new Set(), keys))
    const { parentKey, ...rest } = page
    return { ...rest, ...(parentKey !== undefined && keys.has(parentKey) ? { parentKey } : {}), components }
  })
}

type RelationRows = Parameters<typeof listedRelation>[2]

function relationRows(mediaTypes: readonly MediaTypeDocument[]): RelationRows {
  const stored = { id: 0, version: 1, dateins: 0 }
  return {
    fields: mediaTypes.flatMap(fieldRows).map((row) => ({ ...stored, ...row })),
    relateds: mediaTypes.flatMap(relatedRows).map((row) => ({ ...stored, ...row })),
  }
}

function lostFields(
  before: readonly MediaTypeDocument[],
  after: readonly MediaTypeDocument[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const lost = after.map(({ name, fields }) => {
    const names = new Set(fields.map((field) => field.name))
    const old = before.find((type) => type.name === name)?.fields ?? []
    return [name, new Set(old.flatMap((field) => (names.has(field.name) ? [] : [field.name])))] as const
  })
  return new Map(lost)
}

function pruned(component: ComponentDocument, lost: ReadonlySet<string>, keys: ReadonlySet<string>): ComponentDocument {
  const { type, configuration } = component
  if (configuration === undefined) return component
  const named = renamedConfiguration({ type, configuration }, configuration, (name) => (lost.has(name) ? null : name))
  return { ...component, configuration: renamedPages(named, (key) => (keys.has(key) ? key : null)) }
}
