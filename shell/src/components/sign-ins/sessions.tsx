import { Button } from 'antd'
import type { OwnSession, SignInsSchema } from '../../../../shared/account.ts'
import { endUserSession, endUserSessions } from '../../api/user-sign-in.ts'
import { useEnding } from '../../interaction/use-ending.ts'
import { currentFirst, SessionRow } from '../../sign-ins/session-row.tsx'

interface SessionsProps {
  readonly user: SignInsSchema
  readonly list: readonly OwnSession[]
  readonly changed: () => void
}

/** What is signed in as the user; of one's own the browser that asks stays signed in. */
export function Sessions({ user, list, changed }: SessionsProps) {
  const { busy, end } = useEnding(changed)
  const isOwn = list.some(({ isCurrent }) => isCurrent)
  const where = isOwn ? 'everywhere else' : 'everywhere'
  const everywhere = () =>
    end(
      {
        title: `Sign ${user.name} out ${where}?`,
        text: `Browsers, applications and devices have to sign in anew.${isOwn ? ' This browser stays signed in.' : ''}`,
        yes: `Sign out ${where}`,
        no: 'Cancel',
      },
      `${user.name} is signed out ${where}.`,
      () => endUserSessions(user.userId),
    )
  if (list.length === 0) return <p className="mq-muted">Nothing is signed in as {user.name}.</p>
  return (
    <>
      <ul className="mq-account-list" aria-label="Sessions">
        {[...list].sort(currentFirst).map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            signOut={(id) => endUserSession(user.userId, id)}
            changed={changed}
          />
        ))}
      </ul>
      {(!isOwn || list.length > 1) && (
        <div className="mq-account-actions">
          <Button danger loading={busy} onClick={() => void everywhere()}>
            Sign out {where}
          </Button>
        </div>
      )}
    </>
  )
}
