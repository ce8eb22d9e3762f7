import type { Area } from '../document.ts'
import { aggregate } from './aggregate.ts'
import { batch } from './batch.ts'
import { caller } from './caller.ts'
import { concurrency } from './concurrency.ts'
import { consents } from './consents.ts'
import { contentCriteria } from './content-criteria.ts'
import { description } from './description.ts'
import { devices } from './devices.ts'
import { dictionary } from './dictionary.ts'
import { files } from './files.ts'
import { health } from './health.ts'
import { history } from './history.ts'
import { pages } from './pages.ts'
import { passkeys } from './passkeys.ts'
import { passwords } from './passwords.ts'
import { permissions } from './permissions.ts'
import { providers } from './providers.ts'
import { sessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { tokens } from './tokens.ts'
import { totp } from './totp.ts'
import { uploads } from './uploads.ts'

/** Every part of the service but the media types themselves, in the order they are read. */
export const areas: readonly Area[] = [
  batch,
  aggregate,
  contentCriteria,
  dictionary,
  files,
  uploads,
  pages,
  history,
  concurrency,
  signIn,
  passwords,
  totp,
  providers,
  passkeys,
  tokens,
  consents,
  sessions,
  devices,
  permissions,
  caller,
  health,
  description,
]
