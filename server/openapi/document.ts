import type { JsonSchema } from '../field-types/json-schema.ts'

/** An OpenAPI 3.1 document as far as this service writes it. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
  }
  readonly servers: readonly { readonly url: string }[]
  readonly security: readonly Security[]
  readonly tags: readonly Tag[]
  readonly paths: Paths
  readonly components: Components
}

export interface Tag {
  readonly name: string
  readonly description: string
  /** Heading under which readers find the tag. */
  readonly 'x-group': string
}

/** Path to operations by method. */
export type Paths = Readonly<Record<string, PathItem>>

export const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const
export type Method = (typeof METHODS)[number]
export type PathItem = { readonly [M in Method]?: Operation }

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  /** CommonMark: paragraphs, lists and code only. */
  readonly description?: string
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: RequestBody
  readonly responses: Readonly<Record<string, Response | Reference>>
  readonly security?: readonly Security[]
}

export interface Reference {
  readonly $ref: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description?: string
  readonly required?: boolean
  readonly style?: 'form' | 'deepObject'
  readonly explode?: boolean
  readonly schema: JsonSchema
}

export interface RequestBody {
  readonly description?: string
  readonly required: boolean
  readonly content: Content
}

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: Content
}

/** Schema by media type. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

export type Security = Readonly<Record<string, readonly string[]>>

export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly parameters: Readonly<Record<string, Parameter>>
  readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>
  readonly responses: Readonly<Record<string, Response>>
  readonly securitySchemes: Readonly<Record<string, object>>
}

/** A part of the service: its routes, and the schemas only they need. */
export interface Area {
  readonly tag: Tag
  readonly paths: Paths
  readonly schemas?: Readonly<Record<string, JsonSchema>>
}
