import { command } from './command.ts'

export const serveCommand = command({
  description:
    'Its settings are the environment variables of the README. Standard output is the log, a JSON object a line.',
  options: {},
  args: {},
  examples: [{ line: 'serve', what: 'on http://127.0.0.1:8787, with the embedded database in .data' }],
  untilStopped: true,
  run: async () => {
    const { serveOnNode } = await import('../runtime/node.ts')
    await serveOnNode()
    return undefined
  },
})
