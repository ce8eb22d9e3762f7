import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Modal, QRCode } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import {
  type AppKey,
  confirmAppKey,
  loadSecondFactor,
  newAppKey,
  type SecondFactor,
  turnOffSecondFactor,
} from '../api/second-factor.ts'
import { showToast } from '../interaction/toasts.tsx'
import { useSubmit } from '../interaction/use-submit.ts'
import { CodeField } from '../sign-ins/code-field.tsx'
import { PasswordField } from '../sign-ins/password-field.tsx'
import { ErrorState } from '../states/error-state.tsx'
import { CopyButton } from './copy-button.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Step =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'off' }
  | { readonly kind: 'on'; readonly state: SecondFactor }
  | { readonly kind: 'key'; readonly key: AppKey }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

/** Turns the signed-in user's second factor on and off. */
export function SecondFactorDialog({ onClose }: { readonly onClose: () => void }) {
  const [step, setStep] = useState<Step>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    const abort = new AbortController()
    loadSecondFactor(abort.signal).then(
      (state) => setStep(state.enabled ? { kind: 'on', state } : { kind: 'off' }),
      (error: unknown) => {
        if (!abort.signal.aborted) setStep({ kind: 'failed', error })
      },
    )
    return () => abort.abort()
  }, [attempt])

  // the codes are shown once: Escape is too easily pressed
  const held = step.kind === 'codes'
  return (
    <Modal
      open
      title="Second factor"
      footer={null}
      width={420}
      closable={!held}
      keyboard={!held}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {step.kind === 'loading' && <div role="status" aria-label="Loading" />}
      {step.kind === 'failed' && <ErrorState error={step.error} onRetry={() => setAttempt((count) => count + 1)} />}
      {step.kind === 'off' && <Start onKey={(key) => setStep({ kind: 'key', key })} />}
      {step.kind === 'key' && <Confirm appKey={step.key} onCodes={(codes) => setStep({ kind: 'codes', codes })} />}
      {step.kind === 'codes' && <RecoveryCodes about="It is on." codes={step.codes} onKept={onClose} />}
      {step.kind === 'on' && <TurnOff left={step.state.recoveryCodesLeft} onClose={onClose} />}
    </Modal>
  )
}

interface StepFormProps {
  readonly name: string
  readonly button: string
  readonly send: () => Promise<void>
  readonly children: ReactNode
}

function StepForm({ name, button, send, children }: StepFormProps) {
  const { busy, problem, submit } = useSubmit(send)
  return (
    <form className="mq-login-form" data-short onSubmit={submit} aria-label={name}>
      {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      {children}
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {button}
      </Button>
    </form>
  )
}

function Start({ onKey }: { readonly onKey: (key: AppKey) => void }) {
  const [password, setPassword] = useState('')
  return (
    <StepForm name="Set up" button="Go on" send={async () => onKey(await newAppKey(password))}>
      <p>It is off. With it, signing in asks for a code of an authenticator app on your phone besides the password.</p>
      <PasswordField label="Current password" value={password} onChange={setPassword} />
    </StepForm>
  )
}

function Confirm({
  appKey,
  onCodes,
}: {
  readonly appKey: AppKey
  readonly onCodes: (codes: readonly string[]) => void
}) {
  const [otp, setOtp] = useState('')
  return (
    <StepForm name="Confirm" button="Turn on" send={async () => onCodes(await confirmAppKey(otp.trim()))}>
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <div className="mq-qr" role="img" aria-label="QR code of the key">
        <QRCode value={appKey.otpauthUri} type="svg" color="#000" bgColor="#fff" />
      </div>
      <code className="mq-codes">{appKey.secret.match(/.{1,4}/g)?.join(' ')}</code>
      <CopyButton text={appKey.secret} icon={<CopyOutlined aria-hidden="true" />}>
        Copy the key
      </CopyButton>
      <CodeField hint="The code that the app shows then." value={otp} onChange={setOtp} />
    </StepForm>
  )
}

function TurnOff({ left, onClose }: { readonly left: number; readonly onClose: () => void }) {
  const [otp, setOtp] = useState('')
  const send = async () => {
    await turnOffSecondFactor(otp.trim())
    showToast({ text: 'The second factor is off.' })
    onClose()
  }
  return (
    <StepForm name="Turn off" button="Turn off" send={send}>
      <p>It is on, with {left === 1 ? 'one recovery code' : `${left} recovery codes`} left.</p>
      <CodeField hint="Of your authenticator app, or a recovery code." value={otp} onChange={setOtp} />
    </StepForm>
  )
}
