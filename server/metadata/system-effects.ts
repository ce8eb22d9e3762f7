import type { Auth } from '../auth/index.ts'
import type { CatalogSource } from '../catalog/load.ts'
import type { DictionarySource } from '../dictionary/load.ts'
import type { WriteEffect } from '../write/effects.ts'
import { clientsEffect } from './clients-effect.ts'
import { dictionaryEffect } from './dictionary-effect.ts'
import { metadataEffect } from './metadata-effect.ts'
import type { RemotesSource } from './remotes.ts'
import { remotesEffect } from './remotes-effect.ts'
import { forgetEffect, permissionsEffect } from './rights-effect.ts'
import { sourcesEffect } from './sources-effect.ts'
import { usersEffect } from './users-effect.ts'

export interface SystemParts {
  readonly auth: Pick<Auth, 'forget'>
  readonly catalogs: CatalogSource
  readonly dictionaries: DictionarySource
  readonly remotes: RemotesSource
}

/** What follows from writes of the system's own media types [M1]. */
export function systemEffects({ auth, catalogs, dictionaries, remotes }: SystemParts): readonly WriteEffect[] {
  return [
    metadataEffect(catalogs),
    dictionaryEffect(dictionaries),
    usersEffect,
    permissionsEffect,
    sourcesEffect,
    clientsEffect,
    remotesEffect(remotes),
    forgetEffect(auth),
  ]
}
