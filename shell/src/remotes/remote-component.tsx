import { Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import type { PageComponentProps } from '../../../shared/page.ts'
import { Notice } from '../states/notice.tsx'
import '../styles/remotes.css'
import { type Bundle, type Resolution, resolveType } from './bundle.ts'
import { BundleBoundary } from './bundle-boundary.tsx'
import type { BundlesState } from './bundle-store.ts'
import { retryBundle, useBundles } from './bundles.ts'

interface RemoteProps {
  readonly type: string
  readonly props: PageComponentProps
  /** Stands where no bundle can have it. */
  readonly unknown: ReactNode
}

/** A component from a customer's bundle, or a notice in its place; the page has been there all along [R5.b]. */
export function RemoteComponent({ type, props, unknown }: RemoteProps) {
  const resolution = useResolution(type, useBundles())
  const [attempt, setAttempt] = useState(0)
  if (resolution.kind === 'waiting') {
    return <div className="mq-component-loading" role="status" aria-label="Loading" />
  }
  if (resolution.kind === 'unlisted') {
    return (
      <Notice tone="error" title="This part could not be shown" action={<TryAgain onClick={() => retryBundle()} />}>
        The list of component bundles could not be loaded. The rest of the page is not affected.
      </Notice>
    )
  }
  if (resolution.kind === 'missing') {
    return resolution.failed.length === 0 ? unknown : <Missing type={type} failed={resolution.failed} />
  }
  if (resolution.kind === 'unusable') {
    return (
      <Notice tone="error" title={`The bundle “${resolution.bundle}” has no component of type “${type}”`}>
        What it exports under that name is none. The rest of the page is not affected.
      </Notice>
    )
  }
  const { part: Part, bundle } = resolution
  const { setDirty } = props
  return (
    <BundleBoundary
      key={attempt}
      bundle={bundle}
      onCrash={() => setDirty?.(false)}
      onRetry={() => setAttempt(attempt + 1)}
    >
      <Part {...props} />
    </BundleBoundary>
  )
}

/** Once found a component stays: a bundle that comes late does not take its place while somebody works with it. */
function useResolution(type: string, state: BundlesState): Resolution | { readonly kind: 'unlisted' } {
  const kept = useRef<Resolution | null>(null)
  if (kept.current !== null) return kept.current
  if (state.kind === 'unknown') return { kind: 'unlisted' }
  if (state.kind === 'listing') return { kind: 'waiting' }
  const resolution = resolveType(type, state.bundles)
  if (resolution.kind === 'found') kept.current = resolution
  return resolution
}

function Missing({ type, failed }: { readonly type: string; readonly failed: readonly Bundle[] }) {
  const names = failed.map(({ remote }) => `“${remote.name}”`).join(' and ')
  const retry = () => {
    for (const { remote } of failed) retryBundle(remote.name)
  }
  return (
    <Notice
      tone="error"
      title={`The bundle${failed.length > 1 ? 's' : ''} ${names} could not be loaded`}
      action={<TryAgain onClick={retry} />}
    >
      A component of type “{type}” stands here, which no other bundle has. The rest of the page is not affected.
      <ul className="mq-remote-reasons">
        {failed.map(({ remote, state }) => (
          <li key={remote.name}>
            {failed.length > 1 && `${remote.name}: `}
            {state.kind === 'failed' && state.reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function TryAgain({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button size="small" onClick={onClick}>
      Try again
    </Button>
  )
}
