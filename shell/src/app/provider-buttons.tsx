import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { loadProviders, type Provider, providerSignIn } from '../api/providers.ts'

/** Ways to sign in through somebody else; nothing where there are none. */
export function ProviderButtons({ next }: { readonly next: string }) {
  const [providers, setProviders] = useState<readonly Provider[]>([])
  useEffect(() => {
    const abort = new AbortController()
    // the form is there without them
    loadProviders(abort.signal).then(setProviders, () => undefined)
    return () => abort.abort()
  }, [])
  if (providers.length === 0) return null
  return (
    <fieldset className="mq-login-providers">
      <legend>or</legend>
      {providers.map((provider) => (
        <Button key={provider.key} size="large" block href={providerSignIn(provider, next)}>
          Sign in with {provider.name}
        </Button>
      ))}
    </fieldset>
  )
}
