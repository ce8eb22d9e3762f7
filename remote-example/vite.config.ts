import { federation } from '@module-federation/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Shared with the shell: two copies of React on one page would not understand each other. */
const react19 = { singleton: true, requiredVersion: '^19.0.0' }

export default defineConfig({
  // The bundle is served from another origin than the shell: its files find each other by relative paths.
  base: '',
  plugins: [
    react(),
    federation({
      name: 'example',
      filename: 'remoteEntry.js',
      exposes: { './entry': './src/entry.ts' },
      shared: { react: react19, 'react-dom': react19 },
      dts: false,
    }),
  ],
  build: { target: 'es2022', rolldownOptions: { input: './src/entry.ts' } },
})
