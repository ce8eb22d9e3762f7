import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { useSession } from '../session.tsx'
import type { SectionProps } from './section.ts'

const ChangePassword = lazyPart(() => import('../change-password.tsx').then((module) => module.ChangePassword))

export function PasswordSection({ changed }: SectionProps) {
  const { state } = useSession()
  const [open, setOpen] = useState(false)
  if (state.kind !== 'signedIn') return null
  const close = () => {
    setOpen(false)
    changed()
  }
  return (
    <div className="mq-account-line">
      <p>A change signs you out everywhere else.</p>
      <Button onClick={() => setOpen(true)}>Change password</Button>
      <Suspense fallback={null}>{open && <ChangePassword username={state.user.username} onClose={close} />}</Suspense>
    </div>
  )
}
