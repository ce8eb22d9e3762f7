import { createInstance } from '@module-federation/enhanced/runtime'
import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as ReactDOM from 'react-dom'
import * as ReactDOMClient from 'react-dom/client'
import { isManifest, type RemoteBundle } from '../../../shared/remotes.ts'
import { preloadVerified } from './integrity.ts'

/** Of what `@marquee/remote/ui` offers: a part is added with a new minor version, taken away with a new major one. */
const UI_VERSION = '1.0.0'

/** One copy on the page, the shell's: two of React would not understand each other. */
const shared = (module: unknown, version: string) => ({
  version,
  lib: () => module,
  shareConfig: { singleton: true, requiredVersion: `^${version}` },
})

const federation = createInstance({
  name: 'marquee',
  remotes: [],
  shared: {
    react: shared(React, React.version),
    'react-dom': shared(ReactDOM, React.version),
    'react-dom/client': shared(ReactDOMClient, React.version),
    'react/jsx-runtime': shared(jsxRuntime, React.version),
    '@marquee/remote/ui': {
      version: UI_VERSION,
      get: async () => {
        const ui = await import('../../../shared/remote/ui.ts')
        return () => ui
      },
      shareConfig: { singleton: true, requiredVersion: `^${UI_VERSION}` },
    },
  },
})

/** Loads the module of a bundle's entry; throws what kept it from being had. */
export async function loadEntry({ name, entry, integrity }: RemoteBundle, attempt: number): Promise<unknown> {
  const url = attemptUrl(entry, attempt)
  if (integrity !== undefined) await preloadVerified(url, integrity)
  // no bundle's name has an @
  const known = attempt === 0 ? name : `${name}@${attempt}`
  federation.registerRemotes([
    isManifest(url) ? { name: known, entry: url } : { name: known, entry: url, type: 'module' },
  ])
  return federation.loadRemote(`${known}/entry`)
}

/** A browser keeps a script that failed under its address for as long as the page lives. */
function attemptUrl(entry: string, attempt: number): string {
  if (attempt === 0) return entry
  const url = new URL(entry)
  url.searchParams.set('attempt', String(attempt))
  return url.href
}
