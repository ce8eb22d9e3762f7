import type { ComponentType } from 'react'
import type { PageComponentProps } from '../../../shared/page.ts'

export type RemotePart = ComponentType<PageComponentProps>

/** What a bundle exposes, looked over [RB3]. */
export interface BundleEntry {
  /** Its components by type; null: what stands there is none. */
  readonly components: ReadonlyMap<string, RemotePart | null>
  readonly version?: string
}

/**
 * Reads a bundle's entry.
 *
 * @throws Error whose message says what is not as it must be.
 */
export function readEntry(entry: unknown): BundleEntry {
  if (!isObject(entry)) throw new Error('Its entry is no module.')
  const { components, version } = entry
  if (components === undefined) throw new Error('Its entry exports no “components”.')
  if (!isObject(components)) throw new Error('What its entry exports as “components” is no object.')
  const named = Object.keys(components).map((type) => [type, partOf(components, type)] as const)
  return { components: new Map(named), ...(typeof version === 'string' ? { version: version.slice(0, 60) } : {}) }
}

function partOf(components: Readonly<Record<string, unknown>>, type: string): RemotePart | null {
  const part = components[type]
  const kind = isObject(part) ? part.$$typeof : undefined
  const isWrapped = WRAPPED.some((name) => kind === Symbol.for(name))
  return typeof part === 'function' || isWrapped ? (part as RemotePart) : null
}

/** How React marks components that are no functions: `memo`, `forwardRef`, `lazy`. */
const WRAPPED = ['react.memo', 'react.forward_ref', 'react.lazy']

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
