import { signingKeys } from '../../auth/index.ts'
import { command } from '../command.ts'
import { withDatabase } from '../open.ts'

export const rotateKeysCommand = command({
  description:
    'Running services sign with it within a minute. The key before stays published at /oauth/jwks until no token needs it; nobody is signed out.',
  options: {},
  args: {},
  examples: [{ line: 'keys rotate', what: 'before a key is due by its age (SIGNING_KEY_DAYS)' }],
  run: (context) =>
    withDatabase(context, async ({ database }) => {
      const kid = await signingKeys(database).rotate()
      context.output.result(`Tokens are signed with the key ${kid} from now on.`, { kid })
      return undefined
    }),
})
