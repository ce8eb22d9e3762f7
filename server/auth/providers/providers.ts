import type { OAuth2Tokens } from 'arctic'
import { type ProviderConfig, type ProvidersConfig, providersConfig } from '../../config-providers.ts'
import { asker } from './ask.ts'
import { type Exchange, exchangeCode } from './exchange.ts'
import { kinds } from './kinds.ts'
import type { OutsideProvider } from './provider.ts'

/** A provider that people may sign in with here. */
export interface Provider extends OutsideProvider {
  readonly key: string
  readonly name: string
  readonly clientId: string
  readonly exchange: (exchange: Exchange) => Promise<OAuth2Tokens>
}

export interface Providers extends Pick<ProvidersConfig, 'linkByEmail' | 'create'> {
  readonly list: readonly Provider[]
  readonly find: (key: string) => Provider | undefined
}

export const NO_PROVIDERS: ProvidersConfig = providersConfig({})

/** Nothing is asked of them before somebody wants to sign in. */
export function createProviders({ providers, ...rules }: ProvidersConfig, now: () => number): Providers {
  const list = providers.map((config) => opened(config, now))
  return { ...rules, list, find: (key) => list.find((provider) => provider.key === key) }
}

function opened(config: ProviderConfig, now: () => number): Provider {
  const ask = asker(config.issuer)
  const provider = kinds[config.kind](config, { ask, now })
  const { key, name, clientId } = config
  return {
    ...provider,
    ...{ key, name, clientId },
    exchange: async (exchange) => exchangeCode(ask, await provider.endpoints(), config, exchange),
  }
}
