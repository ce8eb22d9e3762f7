import { Alert, Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  type LinkedAccount,
  loadLinkedAccounts,
  loadProviders,
  type Provider,
  unlinkAccount,
} from '../../api/providers.ts'
import { useConfirm } from '../../interaction/confirm.tsx'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { timeAgo } from '../../interaction/time-ago.ts'
import { showToast } from '../../interaction/toasts.tsx'
import { useLoaded } from '../../interaction/use-loaded.ts'
import { SectionState } from '../../states/section-state.tsx'
import { problemText } from '../provider-problems.ts'
import type { SectionProps } from './section.ts'

const LinkDialog = lazyPart(() => import('./link-dialog.tsx').then((module) => module.LinkDialog))

interface Linked {
  readonly providers: readonly Provider[]
  readonly accounts: readonly LinkedAccount[]
}

async function load(signal: AbortSignal): Promise<Linked> {
  const [providers, accounts] = await Promise.all([loadProviders(signal), loadLinkedAccounts(signal)])
  return { providers, accounts }
}

/** Whether there is anything to link, or to unlink. */
export async function hasProviders(signal: AbortSignal): Promise<boolean> {
  const { providers, accounts } = await load(signal)
  return providers.length + accounts.length > 0
}

export function ProvidersSection({ revision }: SectionProps) {
  const linked = useLoaded(load, revision)
  const [linking, setLinking] = useState<Provider | null>(null)
  const problem = useOutcome()
  return (
    <>
      {problem !== null && <Alert className="mq-link-problem" type="warning" showIcon title={problem} role="alert" />}
      <SectionState of={linked}>
        {({ providers, accounts }) => (
          <>
            {accounts.length > 0 && (
              <ul className="mq-linked">
                {accounts.map((account) => (
                  <Account key={account.id} account={account} providers={providers} onGone={linked.reload} />
                ))}
              </ul>
            )}
            <div className="mq-link-buttons">
              {providers.map((provider) => (
                <Button key={provider.key} onClick={() => setLinking(provider)}>
                  {accounts.some((account) => account.provider === provider.key)
                    ? `Link another ${provider.name} account`
                    : `Link ${provider.name}`}
                </Button>
              ))}
            </div>
          </>
        )}
      </SectionState>
      <Suspense fallback={null}>
        {linking !== null && <LinkDialog provider={linking} onClose={() => setLinking(null)} />}
      </Suspense>
    </>
  )
}

interface AccountProps {
  readonly account: LinkedAccount
  readonly providers: readonly Provider[]
  readonly onGone: () => void
}

function Account({ account, providers, onGone }: AccountProps) {
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)
  const name = providers.find(({ key }) => key === account.provider)?.name ?? account.provider
  const unlink = async () => {
    const text = 'You can link it again later. Until then you sign in with your password.'
    if (!(await confirm({ title: `Unlink ${name}?`, text, yes: 'Unlink', no: 'Cancel' }))) return
    setBusy(true)
    try {
      await unlinkAccount(account)
      showToast({ text: `${name} is unlinked.` })
      onGone()
    } catch (error) {
      showToast({ text: error instanceof Error ? error.message : 'That did not work.', tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className="mq-account-line">
      <p>
        <strong>{name}</strong> {account.label}
        <span className="mq-muted">
          {account.usedAt === null ? `Linked ${ago(account.linkedAt)}` : `Last used ${ago(account.usedAt)}`}
        </span>
      </p>
      <Button size="small" loading={busy} onClick={unlink} aria-label={`Unlink ${name} ${account.label ?? ''}`.trim()}>
        Unlink
      </Button>
    </li>
  )
}

function ago(seconds: number): string {
  return timeAgo(seconds * 1000, Date.now())
}

/** What came of the sign-in at the provider, which leads back here; it is told once. */
function useOutcome(): string | null {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const parameters = new URLSearchParams(search)
    const outcome = parameters.get('linked')
    if (outcome === null) return
    if (outcome === 'done') showToast({ text: 'The account is linked: you can sign in with it now.' })
    setProblem(problemText(outcome))
    parameters.delete('linked')
    navigate({ pathname, search: parameters.toString(), hash }, { replace: true })
  }, [pathname, search, hash, navigate])
  return problem
}
