import { commandGroup } from '../command.ts'

export const userGroup = commandGroup({
  description: 'Users are named by their user name or e-mail address, whatever the case.',
  examples: [{ line: 'user add eve --group Editors', what: 'a user who may do what editors may' }],
  commands: [
    { name: 'list', summary: 'list all users', load: async () => (await import('./list.ts')).listCommand },
    {
      name: 'add',
      summary: 'add a user with a generated password',
      load: async () => (await import('./add.ts')).addCommand,
    },
    {
      name: 'password',
      summary: 'give a user a new password, shown once',
      load: async () => (await import('./password.ts')).passwordCommand,
    },
    {
      name: 'disable',
      summary: 'keep a user from signing in',
      load: async () => (await import('./disable.ts')).disableCommand,
    },
    {
      name: 'enable',
      summary: 'let a disabled user sign in again',
      load: async () => (await import('./disable.ts')).enableCommand,
    },
    {
      name: 'end-sign-ins',
      summary: 'end every session and token of a user',
      load: async () => (await import('./end-sign-ins.ts')).endSignInsCommand,
    },
    {
      name: 'second-factor',
      summary: 'tell of a user’s second factor, or turn a lost one off',
      load: async () => (await import('./second-factor.ts')).secondFactorCommand,
    },
    {
      name: 'passkeys',
      summary: 'list the passkeys of a user, or remove them',
      load: async () => (await import('./passkeys.ts')).passkeysCommand,
    },
    {
      name: 'groups',
      summary: 'show or change the groups a user is in',
      load: async () => (await import('./groups.ts')).groupsCommand,
    },
  ],
})
