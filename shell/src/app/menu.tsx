import { RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { NavLink, useSearchParams } from 'react-router'
import type { MenuItem } from '../../../shared/page.ts'
import type { MenuState } from './layout.tsx'
import { MenuIcon } from './menu-icons.tsx'

export function Menu({ menu, collapsed }: { readonly menu: MenuState; readonly collapsed: boolean }) {
  return (
    <nav id="menu" className="mq-menu" aria-label="Main">
      {menu.items === null ? <Pending menu={menu} /> : <Items items={menu.items} collapsed={collapsed} />}
    </nav>
  )
}

function Pending({ menu }: { readonly menu: MenuState }) {
  if (menu.error === null) return <div className="mq-menu-loading" role="status" aria-label="Loading menu" />
  return (
    <div className="mq-menu-error" role="alert">
      <p>The menu could not be loaded.</p>
      <Button size="small" onClick={menu.retry}>
        Try again
      </Button>
    </div>
  )
}

function Items({ items, collapsed }: { readonly items: readonly MenuItem[]; readonly collapsed: boolean }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.key}>
          <Item item={item} collapsed={collapsed} />
        </li>
      ))}
    </ul>
  )
}

function Item({ item, collapsed }: { readonly item: MenuItem; readonly collapsed: boolean }) {
  const [params] = useSearchParams()
  if (item.children?.length) return <Group item={item} collapsed={collapsed} />
  const title = collapsed ? item.title : undefined
  if (item.pageKey === undefined) {
    return (
      <span className="mq-menu-item" title={title}>
        <Face item={item} />
      </span>
    )
  }
  return (
    <NavLink
      className={({ isActive }) =>
        isActive || params.get('previousPageKey') === item.pageKey ? 'mq-menu-item active' : 'mq-menu-item'
      }
      title={title}
      to={`/p/${encodeURIComponent(item.pageKey)}`}
    >
      <Face item={item} />
    </NavLink>
  )
}

function Group({ item, collapsed }: { readonly item: MenuItem; readonly collapsed: boolean }) {
  const [open, setOpen] = useState(true)
  // Icons alone show no nesting, so a collapsed menu lists everything.
  if (collapsed) return <Items items={item.children ?? []} collapsed />
  return (
    <>
      <button type="button" className="mq-menu-item mq-menu-group" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Face item={item} />
        <RightOutlined className="mq-menu-arrow" rotate={open ? 90 : 0} aria-hidden="true" />
      </button>
      {open && <Items items={item.children ?? []} collapsed={false} />}
    </>
  )
}

function Face({ item }: { readonly item: MenuItem }) {
  return (
    <>
      {(item.icon !== undefined || item.pageKey !== undefined) && <MenuIcon name={item.icon} />}
      <span className="mq-menu-title">{item.title}</span>
    </>
  )
}
