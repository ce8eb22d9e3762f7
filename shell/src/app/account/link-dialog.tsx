import { Alert, Button, type InputRef, Modal } from 'antd'
import { useRef, useState } from 'react'
import { type Provider, startLink } from '../../api/providers.ts'
import { useSubmit } from '../../interaction/use-submit.ts'
import { PasswordField } from '../../sign-ins/password-field.tsx'

/** Where the provider leads back to: this section. */
const HERE = '/account#linked-accounts'

/** Asks for the password before an account becomes another way to sign in. */
export function LinkDialog({ provider, onClose }: { readonly provider: Provider; readonly onClose: () => void }) {
  const [password, setPassword] = useState('')
  const first = useRef<InputRef>(null)
  const { busy, problem, submit } = useSubmit(async () => {
    location.assign(await startLink(provider, password, HERE))
  })
  return (
    <Modal
      open
      title={`Link ${provider.name}`}
      footer={null}
      width={420}
      mask={{ closable: false }}
      afterOpenChange={(open) => open && first.current?.focus()}
      onCancel={onClose}
    >
      <form className="mq-login-form" data-short onSubmit={submit} aria-label="Link an account">
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
        <p>You sign in at {provider.name} next, and come back here. From then on that account signs you in.</p>
        <PasswordField label="Current password" value={password} onChange={setPassword} ref={first} />
        <Button type="primary" htmlType="submit" size="large" block loading={busy}>
          Go on to {provider.name}
        </Button>
      </form>
    </Modal>
  )
}
