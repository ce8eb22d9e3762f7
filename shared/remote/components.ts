import type { ComponentType } from 'react'
import type { PageComponentProps as AnyProps, FormData, RemoteSchema } from '../page.ts'

/**
 * The props of every component of a bundle. `TData` is what the page server sends for it: the page's record as
 * `RecordData`, null on a page without one. `TSchema` holds the component's `configuration`, the fields and what the
 * caller may do.
 */
export type PageComponentProps<TData = FormData | null, TSchema = RemoteSchema> = AnyProps<TData, TSchema>

/** A component that takes no other props than these, whatever it expects as its data and schema. */
type PageComponent = ComponentType<PageComponentProps<never, never>>

/** The components of a bundle by the type string of page definitions; checks that each takes what the page gives it. */
export function defineComponents<const T extends Readonly<Record<string, PageComponent>>>(components: T): T {
  return components
}
