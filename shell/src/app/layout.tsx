import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import type { MenuItem } from '../../../shared/page.ts'
import { isAbort } from '../api/api-error.ts'
import { loadMenu } from '../api/display.ts'
import { readStored, writeStored } from '../interaction/stored.ts'
import { WhyHost } from '../why/why-host.tsx'
import { Header } from './header.tsx'
import { Menu } from './menu.tsx'

export interface MenuState {
  readonly items: readonly MenuItem[] | null
  readonly error: unknown
  readonly retry: () => void
}

const KEY = 'marquee.menu.collapsed'

export function Layout() {
  const [collapsed, setCollapsed] = useState(() => readStored<boolean>(KEY) ?? false)
  const menu = useMenu()
  const toggle = () => {
    writeStored(KEY, !collapsed)
    setCollapsed(!collapsed)
  }
  return (
    <div className="mq-layout" data-collapsed={collapsed}>
      <a className="mq-skip" href="#content">
        Skip to content
      </a>
      <Header collapsed={collapsed} onToggle={toggle} />
      <Menu menu={menu} collapsed={collapsed} />
      <main id="content" className="mq-main" tabIndex={-1}>
        <Outlet context={menu} />
      </main>
      <WhyHost />
    </div>
  )
}

function useMenu(): MenuState {
  const [attempt, setAttempt] = useState(0)
  const [items, setItems] = useState<readonly MenuItem[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    const abort = new AbortController()
    setError(null)
    loadMenu(abort.signal).then(setItems, (failure: unknown) => {
      if (!isAbort(failure)) setError(failure)
    })
    return () => abort.abort()
  }, [attempt])
  return { items, error, retry: () => setAttempt((count) => count + 1) }
}
