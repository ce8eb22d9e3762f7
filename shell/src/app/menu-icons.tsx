import {
  ApartmentOutlined,
  AppstoreOutlined,
  BankOutlined,
  CalendarOutlined,
  FolderOutlined,
  SettingOutlined,
  StarOutlined,
  TagOutlined,
  TeamOutlined,
  UnorderedListOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { createRegistry } from '../registry/registry.ts'

const icons = createRegistry<ComponentType>([
  ['film', VideoCameraOutlined],
  ['people', TeamOutlined],
  ['building', BankOutlined],
  ['tag', TagOutlined],
  ['folder', FolderOutlined],
  ['star', StarOutlined],
  ['list', UnorderedListOutlined],
  ['tree', ApartmentOutlined],
  ['settings', SettingOutlined],
  ['calendar', CalendarOutlined],
])

export function MenuIcon({ name }: { readonly name: string | undefined }) {
  const Icon = icons.get(name ?? '') ?? AppstoreOutlined
  return (
    <span className="mq-menu-icon" aria-hidden="true">
      <Icon />
    </span>
  )
}
