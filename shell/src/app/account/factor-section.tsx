import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { loadSecondFactor, type SecondFactor } from '../../api/second-factor.ts'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { useLoaded } from '../../interaction/use-loaded.ts'
import { SectionState } from '../../states/section-state.tsx'
import type { SectionProps } from './section.ts'

const SecondFactorDialog = lazyPart(() => import('../second-factor.tsx').then((module) => module.SecondFactorDialog))
const NewRecoveryCodes = lazyPart(() => import('../new-recovery-codes.tsx').then((module) => module.NewRecoveryCodes))

export function FactorSection({ revision }: SectionProps) {
  const factor = useLoaded(loadSecondFactor, revision)
  const [open, setOpen] = useState<'factor' | 'codes' | null>(null)
  const close = () => {
    setOpen(null)
    factor.reload()
  }
  return (
    <>
      <SectionState of={factor}>
        {(state) => (
          <div className="mq-account-line">
            <p>{textOf(state)}</p>
            <div className="mq-account-buttons">
              {state.enabled && <Button onClick={() => setOpen('codes')}>New recovery codes</Button>}
              <Button onClick={() => setOpen('factor')}>
                {state.enabled ? 'Turn off second factor' : 'Set up second factor'}
              </Button>
            </div>
          </div>
        )}
      </SectionState>
      <Suspense fallback={null}>
        {open === 'factor' && <SecondFactorDialog onClose={close} />}
        {open === 'codes' && <NewRecoveryCodes onClose={close} />}
      </Suspense>
    </>
  )
}

function textOf({ enabled, recoveryCodesLeft: left }: SecondFactor): string {
  if (!enabled) return 'Off. With it, signing in asks for a code of an authenticator app besides the password.'
  if (left === 0) return 'On. No recovery codes are left: get new ones.'
  return `On. ${left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left.`
}
