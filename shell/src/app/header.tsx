import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { UserMenu } from './user-menu.tsx'

export function Header({ collapsed, onToggle }: { readonly collapsed: boolean; readonly onToggle: () => void }) {
  const label = collapsed ? 'Expand menu' : 'Collapse menu'
  return (
    <header className="mq-header">
      <Button
        type="text"
        icon={collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        aria-label={label}
        aria-expanded={!collapsed}
        aria-controls="menu"
        title={label}
        onClick={onToggle}
      />
      <Link to="/" className="mq-brand">
        <Logo /> Marquee
      </Link>
      <div className="mq-header-end">
        <ThemeSwitch />
        <UserMenu />
      </div>
    </header>
  )
}
