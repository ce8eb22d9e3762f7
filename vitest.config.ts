import process from 'node:process'
import { defineConfig } from 'vitest/config'

/** How often a test that failed is tried again. */
const retry = Number(process.env.MARQUEE_RETRIES ?? 0)

const service = (name: string, setup: string, include = ['e2e/http/**/*.test.ts']) => ({
  test: {
    name,
    include,
    globalSetup: [`e2e/harness/setup/${setup}.ts`],
    // every file of a project talks to the same server
    fileParallelism: false,
    isolate: false,
    testTimeout: 30_000,
    retry,
  },
})

/** What a process hands on to others, or asks of them: the rest of the contract is theirs, and is tried on them. */
const SPLIT = [
  'oauth',
  'totp',
  'me',
  'user',
  'read',
  'metadata',
  'permissions',
  'pages',
  'page-save',
  'export',
  'uploads',
  'tus',
  'files',
  'frame',
].map((name) => `e2e/http/${name}.test.ts`)

export default defineConfig({
  test: {
    reporters: ['default', './e2e/harness/plain-count.ts'],
    // the longest first: npm test begins them in this order
    projects: [
      {
        test: {
          name: 'browser',
          include: ['e2e/browser/**/*.test.ts'],
          globalSetup: ['e2e/harness/setup/browser.ts'],
          setupFiles: ['e2e/harness/setup/browser-file.ts'],
          fileParallelism: false,
          // one browser for all files: with every start it would load and compile the shell anew
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          retry,
        },
      },
      {
        test: {
          name: 'process',
          globalSetup: ['e2e/harness/setup/process.ts'],
          include: ['e2e/process/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // some of them measure time, which the neighbours' load adds to
          retry: 2,
        },
      },
      {
        test: {
          name: 'unit',
          globalSetup: ['e2e/harness/setup/unit.ts'],
          setupFiles: ['e2e/harness/setup/unit-file.ts'],
          include: ['{server,shared,docs}/**/*.test.ts', '{shell,remote-example}/src/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          retry,
          // the source is loaded and compiled once for all files: for most of them that was half the time;
          // hooks belong into the tests' own files then, in a shared one only the first file would get them
          isolate: false,
        },
      },
      service('workerd-postgres', 'workerd-postgres'),
      service('node-postgres', 'node-postgres'),
      service('deno-postgres', 'deno-postgres'),
      service('node-pglite', 'node-pglite'),
      service('node-split', 'node-split', SPLIT),
    ],
  },
})
