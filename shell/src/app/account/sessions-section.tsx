import { Button } from 'antd'
import { endSession, endSessions, loadSessions } from '../../api/account.ts'
import { useEnding } from '../../interaction/use-ending.ts'
import { useLoaded } from '../../interaction/use-loaded.ts'
import { currentFirst, SessionRow } from '../../sign-ins/session-row.tsx'
import { SectionState } from '../../states/section-state.tsx'
import { useSession } from '../session.tsx'
import type { SectionProps } from './section.ts'

export function SessionsSection({ revision, changed }: SectionProps) {
  const sessions = useLoaded(loadSessions, revision)
  return (
    <SectionState of={sessions}>
      {(list) => (
        <>
          <ul className="mq-account-list" aria-label="Sessions">
            {[...list].sort(currentFirst).map((session) => (
              <SessionRow key={session.id} session={session} signOut={endSession} changed={changed} />
            ))}
          </ul>
          <Everywhere others={list.filter(({ isCurrent }) => !isCurrent).length} changed={changed} />
        </>
      )}
    </SectionState>
  )
}

function Everywhere({ others, changed }: { readonly others: number; readonly changed: () => void }) {
  const { signOut } = useSession()
  const { busy, end } = useEnding(changed)
  const elsewhere = () =>
    end(
      {
        title: 'Sign out everywhere else?',
        text: 'Browsers, applications and devices have to sign in anew. This browser stays signed in.',
        yes: 'Sign out everywhere else',
        no: 'Cancel',
      },
      'You are signed in here only.',
      () => endSessions('current'),
    )
  const everywhere = () =>
    end(
      {
        title: 'Sign out everywhere?',
        text: 'Browsers, applications and devices have to sign in anew, and so do you in this browser.',
        yes: 'Sign out everywhere',
        no: 'Cancel',
      },
      'You are signed out everywhere.',
      async () => {
        await endSessions('none')
        await signOut()
      },
    )
  return (
    <div className="mq-account-actions">
      {others > 0 && (
        <Button loading={busy} onClick={() => void elsewhere()}>
          Sign out everywhere else
        </Button>
      )}
      <Button danger loading={busy} onClick={() => void everywhere()}>
        Sign out everywhere
      </Button>
    </div>
  )
}
