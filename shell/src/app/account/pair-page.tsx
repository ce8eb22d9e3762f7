import { Alert, Button, Input, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { DeviceRequest } from '../../../../shared/account.ts'
import { lookUpDevice } from '../../api/account.ts'
import { isAbort } from '../../api/api-error.ts'
import { useSubmit } from '../../interaction/use-submit.ts'
import { useTitle } from '../../routing/use-title.ts'
import { SignInCard } from '../sign-in-card.tsx'
import { PairQuestion } from './pair-question.tsx'

type Step =
  | { readonly kind: 'looking' }
  | { readonly kind: 'code'; readonly problem: string | null }
  | { readonly kind: 'question'; readonly request: DeviceRequest; readonly code: string }
  | { readonly kind: 'paired'; readonly name: string }
  | { readonly kind: 'denied' }

/** Where a device sends its user: by a link with the code, or to type it. */
export function PairPage() {
  useTitle('Pair a device')
  const [params] = useSearchParams()
  const given = params.get('code') ?? ''
  const [step, setStep] = useState<Step>(given === '' ? { kind: 'code', problem: null } : { kind: 'looking' })

  useEffect(() => {
    if (given === '') return
    const abort = new AbortController()
    lookUpDevice(given, abort.signal).then(
      (request) => setStep({ kind: 'question', request, code: given }),
      (error: Error) => {
        if (!isAbort(error)) setStep({ kind: 'code', problem: error.message })
      },
    )
    return () => abort.abort()
  }, [given])

  if (step.kind === 'looking') return <div className="mq-boot" role="status" aria-label="Loading" />
  if (step.kind === 'code')
    return (
      <CodeForm
        given={given}
        problem={step.problem}
        onFound={(request, code) => setStep({ kind: 'question', request, code })}
      />
    )
  if (step.kind === 'question')
    return (
      <PairQuestion
        request={step.request}
        code={step.code}
        onPaired={(name) => setStep({ kind: 'paired', name })}
        onDenied={() => setStep({ kind: 'denied' })}
      />
    )
  return step.kind === 'paired' ? (
    <Outcome heading={`${step.name} is paired`} text="It goes on by itself in a few seconds." />
  ) : (
    <Outcome heading="Denied" text="The device was told that you do not want it." />
  )
}

interface CodeFormProps {
  readonly given: string
  readonly problem: string | null
  readonly onFound: (request: DeviceRequest, code: string) => void
}

function CodeForm({ given, problem: before, onFound }: CodeFormProps) {
  const id = useId()
  const [code, setCode] = useState(given)
  const first = useRef<InputRef>(null)
  const { busy, problem, submit } = useSubmit(async () => onFound(await lookUpDevice(code.trim()), code.trim()))
  const shown = problem ?? (busy || code !== given ? null : before)
  useEffect(() => first.current?.focus({ cursor: 'all' }), [])
  return (
    <SignInCard heading="Pair a device" about="Type the code that the device shows.">
      <form className="mq-login-form" data-short onSubmit={submit} aria-label="Pair a device">
        {shown !== null && <Alert type="error" showIcon title={shown} role="alert" />}
        <label htmlFor={id}>Code</label>
        <Input
          id={id}
          ref={first}
          className="mq-pair-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={40}
          size="large"
          placeholder="WDJB-MJHT"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="primary" htmlType="submit" size="large" block loading={busy}>
          Go on
        </Button>
      </form>
      <p className="mq-login-other">
        <Link to="/account#devices">Your devices</Link>
      </p>
    </SignInCard>
  )
}

function Outcome({ heading, text }: { readonly heading: string; readonly text: string }) {
  return (
    <SignInCard heading={heading} about="You can close this page.">
      <p role="status">{text}</p>
      <p className="mq-login-other">
        <Link to="/account#devices">Your devices</Link>
      </p>
    </SignInCard>
  )
}
