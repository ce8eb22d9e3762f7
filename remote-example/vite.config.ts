import { federation } from '@module-federation/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }

/** Shared with the shell: two copies of React on one page would not understand each other. */
const react19 = { singleton: true, requiredVersion: '^19.0.0' }
/** The shell's controls: it supplies them, and the bundle holds none. */
const shells = { singleton: true, requiredVersion: '^1.0.0', import: false } as const

export default defineConfig({
  // The bundle is served from another origin than the shell: its files find each other by relative paths.
  base: '',
  define: { BUNDLE_VERSION: JSON.stringify(manifest.version) },
  plugins: [
    react(),
    federation({
      // Yours alone: two bundles of one name would take each other's place.
      name: 'example',
      filename: 'remoteEntry.js',
      exposes: { './entry': './src/entry.ts' },
      shared: {
        react: react19,
        'react-dom': react19,
        // JSX is written with it. Unnamed it is found while the bundle is made, now and then too late to be shared.
        'react/jsx-runtime': react19,
        '@marquee/remote/ui': shells,
      },
      dts: false,
    }),
  ],
  build: { target: 'es2022', rolldownOptions: { input: './src/entry.ts' } },
  // What `vite preview` says of its files; any other server must say the same.
  preview: { port: 4173, strictPort: true, cors: true, headers: { 'cache-control': 'no-cache' } },
})
