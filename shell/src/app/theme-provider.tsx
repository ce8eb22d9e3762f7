import { ConfigProvider } from 'antd'
import { createContext, type ReactNode, use, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { readStored, writeStored } from '../interaction/stored.ts'
import { antdTheme, applyPalette, type ThemeChoice } from './theme.ts'
import { useMediaQuery } from './use-media-query.ts'

interface ThemeState {
  readonly choice: ThemeChoice
  readonly choose: (choice: ThemeChoice) => void
}

const ThemeContext = createContext<ThemeState>({ choice: 'system', choose: () => {} })
const KEY = 'marquee.theme'

export function useThemeChoice(): ThemeState {
  return use(ThemeContext)
}

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const [choice, setChoice] = useState<ThemeChoice>(() => readStored<ThemeChoice>(KEY) ?? 'system')
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)')
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)')
  const name = choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice
  useLayoutEffect(() => applyPalette(name), [name])
  const choose = useCallback((next: ThemeChoice) => {
    writeStored(KEY, next)
    setChoice(next)
  }, [])
  const state = useMemo(() => ({ choice, choose }), [choice, choose])
  const config = useMemo(() => antdTheme(name, reducedMotion), [name, reducedMotion])
  return (
    <ThemeContext value={state}>
      <ConfigProvider theme={config} componentSize="middle">
        {children}
      </ConfigProvider>
    </ThemeContext>
  )
}
