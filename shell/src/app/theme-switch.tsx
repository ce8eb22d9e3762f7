import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { MenuButton } from '../interaction/menu-button.tsx'
import { useSession } from './session.tsx'
import type { ThemeChoice } from './theme.ts'
import { useThemeChoice } from './theme-provider.tsx'
import { useUserTheme } from './use-user-theme.ts'

const CHOICES: readonly { readonly key: ThemeChoice; readonly label: string; readonly icon: ReactNode }[] = [
  { key: 'light', label: 'Light', icon: <SunOutlined /> },
  { key: 'dark', label: 'Dark', icon: <MoonOutlined /> },
  { key: 'system', label: 'Same as system', icon: <DesktopOutlined /> },
]

export function ThemeSwitch() {
  const { choice } = useThemeChoice()
  const { state } = useSession()
  const choose = useUserTheme(state.kind === 'signedIn' ? state.user : null)
  const entries = CHOICES.map((item) => ({ ...item, checked: item.key === choice, onChoose: () => choose(item.key) }))
  return <MenuButton label="Theme" icon={CHOICES.find((item) => item.key === choice)?.icon} entries={entries} />
}
