import type { RemoteBundle } from '../../../shared/remotes.ts'
import type { BundleEntry, RemotePart } from './read-entry.ts'

/** How far a bundle is. A slow one counts as failed until it comes. */
export type BundleState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly entry: BundleEntry; readonly ms: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly ms: number }

export interface Bundle {
  readonly remote: RemoteBundle
  readonly state: BundleState
  /** Counts the attempts to load it, from 0. */
  readonly attempt: number
}

export type Resolution =
  /** A bundle that comes first may still have it. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'found'; readonly bundle: string; readonly part: RemotePart }
  /** The bundle that is first to name the type has no component there. */
  | { readonly kind: 'unusable'; readonly bundle: string }
  | { readonly kind: 'missing'; readonly failed: readonly Bundle[] }

/** Looks for a component type in the bundles in their order; the first that has it supplies it [RB2]. */
export function resolveType(type: string, bundles: readonly Bundle[]): Resolution {
  for (const { remote, state } of bundles) {
    if (state.kind === 'loading') return { kind: 'waiting' }
    const part = state.kind === 'loaded' ? state.entry.components.get(type) : undefined
    if (part === null) return { kind: 'unusable', bundle: remote.name }
    if (part !== undefined) return { kind: 'found', bundle: remote.name, part }
  }
  return { kind: 'missing', failed: bundles.filter(({ state }) => state.kind === 'failed') }
}

/** Why a type of a bundle is never asked of it: an earlier bundle has it, or the shell. */
export function shadowedBy(type: string, of: Bundle, bundles: readonly Bundle[], builtIn: readonly string[]) {
  if (builtIn.includes(type)) return 'built in'
  const earlier = bundles.slice(0, bundles.indexOf(of))
  return earlier.find(({ state }) => state.kind === 'loaded' && state.entry.components.has(type))?.remote.name ?? null
}
