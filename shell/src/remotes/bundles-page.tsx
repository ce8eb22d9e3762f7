import { CheckCircleOutlined, CloseCircleOutlined, LoadingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { NOT_BUILT_TYPES } from '../../../shared/page-parts.ts'
import { MAX_REMOTES } from '../../../shared/remotes.ts'
import { components } from '../components/index.ts'
import { pageLink } from '../routing/links.ts'
import { useTitle } from '../routing/use-title.ts'
import { EmptyState } from '../states/empty-state.tsx'
import { ErrorState } from '../states/error-state.tsx'
import '../styles/remotes.css'
import { type Bundle, shadowedBy } from './bundle.ts'
import { retryBundle, useBundles } from './bundles.ts'

const TITLE = 'Component bundles'
const BUILT_IN = [...components.names(), ...NOT_BUILT_TYPES]

/** Every bundle, whether it is there, and what it offers. */
export function BundlesPage() {
  useTitle(TITLE)
  const state = useBundles()
  return (
    <div className="mq-page">
      <div className="mq-page-head">
        <div className="mq-page-title">
          <h1>{TITLE}</h1>
        </div>
        <Link to={pageLink('adm_remotes')}>Change the list</Link>
      </div>
      {state.kind === 'listing' && <div className="mq-component-loading" role="status" aria-label="Loading" />}
      {state.kind === 'unknown' && <ErrorState error={state.error} onRetry={() => retryBundle()} />}
      {state.kind === 'listed' && <Bundles bundles={state.bundles} />}
    </div>
  )
}

function Bundles({ bundles }: { readonly bundles: readonly Bundle[] }) {
  if (bundles.length === 0) {
    return (
      <EmptyState
        title="No bundles are in use"
        text="A bundle brings component types of your own. Add one to the list, or name it in REMOTES."
      />
    )
  }
  return (
    <div className="mq-bundles">
      <p>
        A component type that is not built in is looked for in these, in this order. {MAX_REMOTES} can be in use. What
        is shown here was loaded with this page: reload it after a change.
      </p>
      {bundles.map((bundle) => (
        <BundleCard key={bundle.remote.name} bundle={bundle} bundles={bundles} />
      ))}
    </div>
  )
}

function BundleCard({ bundle, bundles }: { readonly bundle: Bundle; readonly bundles: readonly Bundle[] }) {
  const { remote, state } = bundle
  const heading = `bundle-${remote.name}`
  return (
    <section className="mq-bundle" aria-labelledby={heading}>
      <div className="mq-bundle-head">
        <h2 id={heading}>{remote.name}</h2>
        <State state={state} />
        {state.kind === 'failed' && (
          <Button size="small" onClick={() => retryBundle(remote.name)}>
            Try again
          </Button>
        )}
      </div>
      <dl>
        <dt>Entry</dt>
        <dd>{remote.entry}</dd>
        {remote.integrity !== undefined && (
          <>
            <dt>Integrity</dt>
            <dd>
              <code>{remote.integrity}</code>
            </dd>
          </>
        )}
        {state.kind === 'failed' && (
          <>
            <dt>Reason</dt>
            <dd>{state.reason}</dd>
          </>
        )}
        {state.kind === 'loaded' && (
          <>
            <dt>Version</dt>
            <dd>{state.entry.version ?? 'not told'}</dd>
            <dt>Components</dt>
            <dd>
              <Types bundle={bundle} bundles={bundles} types={[...state.entry.components]} />
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

function State({ state }: Pick<Bundle, 'state'>) {
  const [Icon, text] = {
    loading: [LoadingOutlined, 'Loading'] as const,
    loaded: [CheckCircleOutlined, 'Loaded'] as const,
    failed: [CloseCircleOutlined, 'Failed'] as const,
  }[state.kind]
  return (
    <span className="mq-bundle-state" data-state={state.kind} role="status">
      <Icon aria-hidden="true" />
      {text}
      {state.kind !== 'loading' && ` after ${state.ms} ms`}
    </span>
  )
}

function Types({
  types,
  bundle,
  bundles,
}: {
  readonly types: readonly (readonly [string, unknown])[]
  readonly bundle: Bundle
  readonly bundles: readonly Bundle[]
}) {
  if (types.length === 0) return 'none'
  return (
    <ul className="mq-bundle-types">
      {types.map(([type, part]) => {
        const by = shadowedBy(type, bundle, bundles, BUILT_IN)
        const note =
          part === null
            ? 'is no component'
            : by === null
              ? null
              : `not used: ${by === 'built in' ? by : `“${by}” has it first`}`
        return (
          <li key={type}>
            <code>{type}</code> {note !== null && <span>({note})</span>}
          </li>
        )
      })}
    </ul>
  )
}
