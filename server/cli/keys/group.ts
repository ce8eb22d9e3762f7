import { commandGroup } from '../command.ts'

export const keysGroup = commandGroup({
  description: 'What access and refresh tokens refer to is signed with them; their public halves stand at /oauth/jwks.',
  examples: [{ line: 'keys rotate', what: 'sign with a new key from now on' }],
  commands: [
    {
      name: 'list',
      summary: 'list the keys that tokens are signed with',
      load: async () => (await import('./list.ts')).listKeysCommand,
    },
    {
      name: 'rotate',
      summary: 'make a new key and sign with it from now on',
      load: async () => (await import('./rotate.ts')).rotateKeysCommand,
    },
  ],
})
