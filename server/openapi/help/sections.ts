import { areas } from '../areas/index.ts'
import { METHODS, type Method, type OpenApiDocument, type Operation, type Tag } from '../document.ts'
import { sharedSchemas } from '../shared-schemas.ts'

/** One page of the description: a media type, or a part of the service. */
export interface Section {
  readonly tag: Tag
  /** Where it stands below `/help/`. */
  readonly slug: string
  readonly routes: readonly Route[]
  /** Names of the schemas that are explained here. */
  readonly schemas: readonly string[]
}

export interface Route {
  readonly method: Method
  readonly path: string
  readonly operation: Operation
}

/** The page of the schemas that all sections share; capitals keep it apart from media types. */
export const SCHEMAS = 'Schemas'
export const INTRODUCTION = 'Introduction'

export function sectionsOf(document: OpenApiDocument): readonly Section[] {
  const byTag = routesByTag(document)
  const names = Object.keys(document.components.schemas)
  return document.tags.map((tag) => {
    const area = areas.find((candidate) => candidate.tag.name === tag.name)
    const own = area === undefined ? ofType(tag.name, names) : Object.keys(area.schemas ?? {})
    return { tag, slug: slugOf(tag), routes: byTag.get(tag.name) ?? [], schemas: own }
  })
}

/** Sections under the headings they belong to, in the order of the document. */
export function grouped(sections: readonly Section[]): ReadonlyMap<string, readonly Section[]> {
  return Map.groupBy(sections, ({ tag }) => tag['x-group'])
}

/** Where each schema is explained. */
export function schemaPlaces(sections: readonly Section[]): ReadonlyMap<string, string> {
  const shared = Object.keys(sharedSchemas).map((name) => [name, `/help/${SCHEMAS}#schema-${name}`] as const)
  const own = sections.flatMap(({ slug, schemas }) =>
    schemas.map((name) => [name, `/help/${slug}#schema-${name}`] as const),
  )
  return new Map([...shared, ...own])
}

function slugOf({ name }: Tag): string {
  return name.replaceAll(' ', '-')
}

function ofType(type: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => name === type || name.startsWith(`${type}.`))
}

function routesByTag({ paths }: OpenApiDocument): ReadonlyMap<string, readonly Route[]> {
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): readonly Route[] => {
      const operation = item[method]
      return operation === undefined ? [] : [{ method, path, operation }]
    }),
  )
  return Map.groupBy(routes, ({ operation }) => operation.tags[0] ?? '')
}
