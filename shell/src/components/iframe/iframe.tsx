import '../../styles/iframe.css'
import { ExportOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { PageComponentProps } from '../../../../shared/page.ts'
import type { IframeData, IframeSchema } from '../../../../shared/page-parts.ts'
import { Notice } from '../../states/notice.tsx'
import { frameAddress, sandboxFor } from './frame-rules.ts'

type State = 'loading' | 'shown' | 'late' | 'blocked'

/** Milliseconds after which a page that has not come is taken for one that does not. */
const PATIENCE = 20_000

/** A page of another site. What it may do is what its sandbox says, and never to act as this site. */
export function Iframe(props: PageComponentProps<IframeData, IframeSchema>) {
  const [attempt, setAttempt] = useState(0)
  const address = frameAddress(props.data.url)
  if (address === null) {
    return (
      <Notice tone="warning" title="This page cannot be shown">
        Its address is not one of the web.
      </Notice>
    )
  }
  const key = `${attempt} ${address.href}`
  return <Frame key={key} schema={props.schema} address={address} onRetry={() => setAttempt(attempt + 1)} />
}

interface FrameProps {
  readonly schema: IframeSchema
  readonly address: URL
  readonly onRetry: () => void
}

function Frame({ schema, address, onRetry }: FrameProps) {
  const [state, setState] = useState<State>('loading')
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'late' : now)), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  useLayoutEffect(() => {
    const listen = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && blockedURI.startsWith(address.origin)) setState('blocked')
    }
    document.addEventListener('securitypolicyviolation', listen)
    return () => document.removeEventListener('securitypolicyviolation', listen)
  }, [address])
  const failed = state === 'late' || state === 'blocked'
  return (
    <div className="mq-frame" data-state={state}>
      <div className="mq-frame-head">
        <span className="mq-muted" title={address.href}>
          {address.host}
        </span>
        <a href={address.href} target="_blank" rel="noopener noreferrer">
          Open in a new tab <ExportOutlined aria-hidden="true" />
        </a>
      </div>
      {failed && (
        <Notice
          tone="warning"
          title={`“${schema.title}” does not show`}
          action={
            <Button
              size="small"
              icon={<ReloadOutlined aria-hidden="true" />}
              onClick={state === 'late' ? onRetry : () => window.location.reload()}
            >
              {state === 'late' ? 'Try again' : 'Reload'}
            </Button>
          }
        >
          {state === 'late'
            ? `${address.host} has not answered. It may be down, or open in a tab of its own only.`
            : `${address.host} was added after this page was opened. Reload to let it in.`}
        </Notice>
      )}
      {state !== 'blocked' && (
        <div className="mq-frame-box" style={{ height: schema.height }} hidden={state === 'late'}>
          {state === 'loading' && (
            <div className="mq-frame-wait mq-bone" role="status" aria-label={`Loading ${schema.title}`} />
          )}
          <iframe
            title={schema.title}
            src={address.href}
            sandbox={sandboxFor(address, schema.sandbox, window.location.origin)}
            referrerPolicy="strict-origin"
            onLoad={() => setState((now) => (now === 'blocked' ? now : 'shown'))}
          />
        </div>
      )}
    </div>
  )
}
