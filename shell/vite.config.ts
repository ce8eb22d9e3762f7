import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const API = process.env.MARQUEE_API ?? 'http://localhost:8787'
const SERVED_BY_API = ['/api', '/user', '/oauth', '/epg', '/configurablepermissions', '/health']

export default defineConfig({
  plugins: [react()],
  server: { proxy: Object.fromEntries(SERVED_BY_API.map((path) => [path, API])) },
  build: {
    target: 'es2023',
    // Inlined data: URLs would need a wider CSP than 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // antd's button and theme would bring along its form, colour picker and collapse, none of which says it may be left out.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@rc-component\//, sideEffects: false }] },
    },
  },
})
