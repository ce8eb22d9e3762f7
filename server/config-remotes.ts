import { MAX_REMOTES, type RemoteBundle, remoteFault } from '../shared/remotes.ts'
import { ConfigError, type Environment, text } from './config-values.ts'

const LIST = 'REMOTES'
const FORM = 'name=https://host/remoteEntry.js'

/**
 * The bundles that the environment names, in their order; null: the metadata names them [R5.a]. Bundles are separated by
 * commas, and a hash of the entry stands after a `#`: `films=https://cdn.example/remoteEntry.js#sha384-…`.
 *
 * @throws ConfigError
 */
export function remotesConfig(env: Environment): readonly RemoteBundle[] | null {
  const given = text(env, LIST)
  if (given === null) return null
  const parts = given.split(',').map((part) => part.trim())
  const bundles = parts.filter((part) => part !== '').map(bundleOf)
  if (bundles.length > MAX_REMOTES) {
    throw new ConfigError(LIST, `expected at most ${MAX_REMOTES} bundles, found ${bundles.length}`)
  }
  for (const member of ['name', 'entry'] as const) {
    const twice = bundles.findIndex((one, index) => bundles.findIndex((other) => other[member] === one[member]) < index)
    if (twice >= 0) throw new ConfigError(LIST, `bundle ${twice + 1}: its ${member} is another bundle’s as well`)
  }
  return bundles
}

function bundleOf(part: string, index: number): RemoteBundle {
  const [, name, entry, integrity] = /^([^=]*)=([^#]*)(?:#(.*))?$/.exec(part) ?? []
  if (name === undefined || entry === undefined) throw new ConfigError(LIST, `bundle ${index + 1}: expected ${FORM}`)
  const bundle = { name: name.trim(), entry: entry.trim(), ...(integrity === undefined ? {} : { integrity }) }
  const fault = remoteFault(bundle)
  if (fault !== null) throw new ConfigError(LIST, `bundle ${index + 1}: ${fault.member}: expected ${fault.expected}`)
  return bundle
}
