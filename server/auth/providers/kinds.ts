import type { ProviderConfig } from '../../config-providers.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { microsoft } from './microsoft.ts'
import { openId } from './openid.ts'
import type { ProviderKind } from './provider.ts'

/** Every kind of provider there is. */
export const kinds: Readonly<Record<ProviderConfig['kind'], ProviderKind>> = {
  openid: openId,
  google,
  microsoft,
  github,
}
