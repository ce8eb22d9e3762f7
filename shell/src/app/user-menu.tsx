import { BlockOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { useNavigate } from 'react-router'
import { useConfirm } from '../interaction/confirm.tsx'
import { hasUnsavedEdits } from '../interaction/dirty.ts'
import { MenuButton } from '../interaction/menu-button.tsx'
import { showToast } from '../interaction/toasts.tsx'
import { useSession } from './session.tsx'

const LOSING_EDITS = {
  title: 'Sign out and lose unsaved changes?',
  text: 'This page has changes that are not saved.',
  yes: 'Sign out',
  no: 'Stay',
}

export function UserMenu() {
  const { state, signOut } = useSession()
  const confirm = useConfirm()
  const navigate = useNavigate()
  if (state.kind !== 'signedIn') return null
  const { name, username, isAdministrator } = state.user
  const leave = async () => {
    if (hasUnsavedEdits() && !(await confirm(LOSING_EDITS))) return
    await signOut().catch((error: Error) => showToast({ text: error.message, tone: 'error' }))
  }
  return (
    <MenuButton
      label={`Account of ${name || username}`}
      icon={<UserOutlined />}
      face={<span className="mq-user-name">{name || username}</span>}
      note={`Signed in as ${username}`}
      entries={[
        { key: 'account', label: 'Account', icon: <UserOutlined />, onChoose: () => void navigate('/account') },
        ...(isAdministrator
          ? [
              {
                key: 'bundles',
                label: 'Component bundles',
                icon: <BlockOutlined />,
                onChoose: () => void navigate('/bundles'),
              },
            ]
          : []),
        { key: 'out', label: 'Sign out', icon: <LogoutOutlined />, onChoose: () => void leave() },
      ]}
    />
  )
}
