import { LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { hasUnsavedEdits } from './dirty.ts'
import { useSession } from './session.tsx'

export function UserMenu() {
  const { state, signOut } = useSession()
  const { message, modal } = App.useApp()
  if (state.kind !== 'signedIn') return null
  const { name, username } = state.user
  const leave = () => signOut().catch((error: Error) => message.error(error.message))
  const ask = () => {
    if (!hasUnsavedEdits()) return void leave()
    modal.confirm({
      title: 'Sign out and lose unsaved changes?',
      content: 'This page has changes that are not saved.',
      okText: 'Sign out',
      okButtonProps: { danger: true },
      cancelText: 'Stay',
      onOk: leave,
    })
  }
  const items = [
    { key: 'who', label: <span className="mq-muted">Signed in as {username}</span>, disabled: true },
    { type: 'divider' as const },
    { key: 'out', label: 'Sign out', icon: <LogoutOutlined />, onClick: ask },
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
      <Button type="text" icon={<UserOutlined />} aria-haspopup="menu" aria-label={`Account of ${name || username}`}>
        <span className="mq-user-name">{name || username}</span>
      </Button>
    </Dropdown>
  )
}
