import { Alert, Button, Input, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import type { DeviceRequest } from '../../../../shared/account.ts'
import { denyDevice, pairDevice } from '../../api/account.ts'
import { useSubmit } from '../../interaction/use-submit.ts'
import { useSession } from '../session.tsx'
import { SignInCard } from '../sign-in-card.tsx'

interface PairQuestionProps {
  readonly request: DeviceRequest
  /** As it was typed or linked. */
  readonly code: string
  readonly onPaired: (name: string) => void
  readonly onDenied: () => void
}

/** Asks the user whether a device may act for them; says who asks for what, since a link may come from anybody. */
export function PairQuestion({ request, code, onPaired, onDenied }: PairQuestionProps) {
  const id = useId()
  const { state } = useSession()
  const [name, setName] = useState('')
  const first = useRef<InputRef>(null)
  const allow = useSubmit(async () => onPaired((await pairDevice(code, name.trim())).name))
  const deny = useSubmit(async () => {
    await denyDevice(code)
    onDenied()
  })
  const busy = allow.busy || deny.busy
  const problem = allow.problem ?? deny.problem
  useEffect(() => first.current?.focus(), [])
  if (state.kind !== 'signedIn') return null
  const may = request.scope.split(' ')
  return (
    <SignInCard
      heading={`Pair ${request.client.name}?`}
      about={`It wants to use Marquee as ${state.user.name || state.user.username}:`}
    >
      <form className="mq-login-form" data-short onSubmit={allow.submit} aria-label="Pair the device">
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
        <ul className="mq-pair-wishes">
          {may.includes('read') && <li>Read what you may read</li>}
          {may.includes('write') && <li>Change what you may change</li>}
        </ul>
        <p>
          Go on only if your device shows <strong className="mq-pair-code">{code.toUpperCase()}</strong>
        </p>
        <label htmlFor={id}>Name of the device</label>
        <Input
          id={id}
          ref={first}
          size="large"
          autoComplete="off"
          maxLength={100}
          placeholder={request.client.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="mq-pair-answers">
          <Button size="large" disabled={busy} loading={deny.busy} onClick={deny.submit}>
            Deny
          </Button>
          <Button type="primary" htmlType="submit" size="large" disabled={busy} loading={allow.busy}>
            Allow
          </Button>
        </div>
      </form>
    </SignInCard>
  )
}
