import { KeyOutlined, LogoutOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { useConfirm } from '../interaction/confirm.tsx'
import { hasUnsavedEdits } from '../interaction/dirty.ts'
import { lazyPart } from '../interaction/lazy-part.ts'
import { MenuButton } from '../interaction/menu-button.tsx'
import { showToast } from '../interaction/toasts.tsx'
import { useSession } from './session.tsx'

const ChangePassword = lazyPart(() => import('./change-password.tsx').then((module) => module.ChangePassword))
const SecondFactorDialog = lazyPart(() => import('./second-factor.tsx').then((module) => module.SecondFactorDialog))

const LOSING_EDITS = {
  title: 'Sign out and lose unsaved changes?',
  text: 'This page has changes that are not saved.',
  yes: 'Sign out',
  no: 'Stay',
}

export function UserMenu() {
  const { state, signOut } = useSession()
  const confirm = useConfirm()
  const [changing, setChanging] = useState<'password' | 'factor' | null>(null)
  const close = () => setChanging(null)
  if (state.kind !== 'signedIn') return null
  const { name, username } = state.user
  const leave = async () => {
    if (hasUnsavedEdits() && !(await confirm(LOSING_EDITS))) return
    await signOut().catch((error: Error) => showToast({ text: error.message, tone: 'error' }))
  }
  return (
    <>
      <MenuButton
        label={`Account of ${name || username}`}
        icon={<UserOutlined />}
        face={<span className="mq-user-name">{name || username}</span>}
        note={`Signed in as ${username}`}
        entries={[
          { key: 'password', label: 'Change password', icon: <KeyOutlined />, onChoose: () => setChanging('password') },
          { key: 'factor', label: 'Second factor', icon: <SafetyOutlined />, onChoose: () => setChanging('factor') },
          { key: 'out', label: 'Sign out', icon: <LogoutOutlined />, onChoose: () => void leave() },
        ]}
      />
      <Suspense fallback={null}>
        {changing === 'password' && <ChangePassword username={username} onClose={close} />}
        {changing === 'factor' && <SecondFactorDialog onClose={close} />}
      </Suspense>
    </>
  )
}
