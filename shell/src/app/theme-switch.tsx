import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import type { ThemeChoice } from './theme.ts'
import { useThemeChoice } from './theme-provider.tsx'

const CHOICES: readonly { key: ThemeChoice; label: string; icon: ReactNode }[] = [
  { key: 'light', label: 'Light', icon: <SunOutlined /> },
  { key: 'dark', label: 'Dark', icon: <MoonOutlined /> },
  { key: 'system', label: 'Same as system', icon: <DesktopOutlined /> },
]

export function ThemeSwitch() {
  const { choice, choose } = useThemeChoice()
  const items = CHOICES.map((item) => ({ ...item, onClick: () => choose(item.key) }))
  return (
    <Dropdown trigger={['click']} menu={{ items, selectable: true, selectedKeys: [choice] }} placement="bottomRight">
      <Button
        type="text"
        icon={CHOICES.find((item) => item.key === choice)?.icon}
        aria-label="Theme"
        title="Theme"
        aria-haspopup="menu"
      />
    </Dropdown>
  )
}
