import '../../styles/account.css'
import '../../styles/sign-ins.css'
import { useState } from 'react'
import type { SignInsSchema } from '../../../../shared/account.ts'
import type { PageComponentProps } from '../../../../shared/page.ts'
import { loadCurrentUser } from '../../api/session.ts'
import { loadUserSessions, loadUserSignIn } from '../../api/user-sign-in.ts'
import { useLoaded } from '../../interaction/use-loaded.ts'
import { SectionState } from '../../states/section-state.tsx'
import { Sessions } from './sessions.tsx'
import { Ways } from './ways.tsx'

/** How a user signs in and what is signed in as the user, for administrators. */
export function SignIns({ schema: user, componentKey }: PageComponentProps<null, SignInsSchema>) {
  const [revision, setRevision] = useState(0)
  const changed = () => setRevision((count) => count + 1)
  const caller = useLoaded(loadCurrentUser, 0)
  const state = useLoaded((signal) => loadUserSignIn(user.userId, signal), revision)
  const sessions = useLoaded((signal) => loadUserSessions(user.userId, signal), revision)
  return (
    <div className="mq-sign-ins">
      <section aria-labelledby={`${componentKey}-ways`}>
        <h2 id={`${componentKey}-ways`}>Ways to sign in</h2>
        <SectionState of={caller}>
          {(asking) => (
            <SectionState of={state}>
              {(now) => <Ways user={user} caller={asking} state={now} changed={changed} />}
            </SectionState>
          )}
        </SectionState>
      </section>
      <section aria-labelledby={`${componentKey}-sessions`}>
        <h2 id={`${componentKey}-sessions`}>Sessions</h2>
        <SectionState of={sessions}>{(list) => <Sessions user={user} list={list} changed={changed} />}</SectionState>
      </section>
    </div>
  )
}
