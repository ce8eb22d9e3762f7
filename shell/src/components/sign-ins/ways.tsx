import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { SignInsSchema, UserSignIn } from '../../../../shared/account.ts'
import type { UserProfile } from '../../../../shared/session.ts'
import { Moment } from '../../sign-ins/moment.tsx'
import { TakeAway, type Way } from './take-away.tsx'

interface WaysProps {
  readonly user: SignInsSchema
  /** The administrator who looks. */
  readonly caller: UserProfile
  readonly state: UserSignIn
  readonly changed: () => void
}

/** When the user signed in last, and by what; what was lost is taken away here. */
export function Ways({ user, caller, state, changed }: WaysProps) {
  const [open, setOpen] = useState<Way | null>(null)
  const { lastSignInAt, secondFactor, passkeys } = state
  const done = () => {
    setOpen(null)
    changed()
  }
  const isOwn = caller.id === user.userId
  const action = (way: Way, text: string): ReactNode =>
    isOwn ? (
      <Link to={way === 'secondFactor' ? '/account#second-factor' : '/account#passkeys'}>In your account</Link>
    ) : (
      <Button size="small" danger onClick={() => setOpen(way)}>
        {text}
      </Button>
    )
  return (
    <>
      <dl className="mq-ways">
        <dt>Last sign-in</dt>
        <dd>{lastSignInAt === null ? 'Never' : <Moment at={lastSignInAt} />}</dd>
        <dt>Second factor</dt>
        <dd>
          {secondFactor.enabled ? `On, ${left(secondFactor.recoveryCodesLeft)}` : 'Off'}
          {secondFactor.enabled && action('secondFactor', 'Turn off second factor')}
        </dd>
        <dt>Passkeys</dt>
        <dd>
          {passkeys === 0 ? 'None' : passkeys}
          {passkeys > 0 && action('passkeys', passkeys === 1 ? 'Remove passkey' : 'Remove all passkeys')}
        </dd>
      </dl>
      {open !== null && (
        <TakeAway way={open} user={user} caller={caller.username} onClose={() => setOpen(null)} onDone={done} />
      )}
    </>
  )
}

function left(count: number): string {
  if (count === 0) return 'no recovery codes left'
  return count === 1 ? 'one recovery code left' : `${count} recovery codes left`
}
