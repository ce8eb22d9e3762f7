import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { loadSecondFactor, type SecondFactor } from '../../api/second-factor.ts'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { useLoaded } from '../../interaction/use-loaded.ts'
import { SectionState } from '../../states/section-state.tsx'
import type { SectionProps } from './section.ts'

const SecondFactorDialog = lazyPart(() => import('../second-factor.tsx').then((module) => module.SecondFactorDialog))

export function FactorSection({ revision }: SectionProps) {
  const factor = useLoaded(loadSecondFactor, revision)
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    factor.reload()
  }
  return (
    <>
      <SectionState of={factor}>
        {(state) => (
          <div className="mq-account-line">
            <p>{textOf(state)}</p>
            <Button onClick={() => setOpen(true)}>
              {state.enabled ? 'Turn off second factor' : 'Set up second factor'}
            </Button>
          </div>
        )}
      </SectionState>
      <Suspense fallback={null}>{open && <SecondFactorDialog onClose={close} />}</Suspense>
    </>
  )
}

function textOf({ enabled, recoveryCodesLeft: left }: SecondFactor): string {
  if (!enabled) return 'Off. With it, signing in asks for a code of an authenticator app besides the password.'
  if (left === 0) return 'On. No recovery codes are left: turn it off and on again for new ones.'
  return `On. ${left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left.`
}
