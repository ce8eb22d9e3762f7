import { AppstoreOutlined, LaptopOutlined, MobileOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { OwnSession } from '../../../../shared/account.ts'
import { endSession, endSessions, loadSessions } from '../../api/account.ts'
import { useEnding } from '../../interaction/use-ending.ts'
import { useLoaded } from '../../interaction/use-loaded.ts'
import { agentName } from '../../sign-ins/agent-name.ts'
import { Moment } from '../../sign-ins/moment.tsx'
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
              <Row key={session.id} session={session} changed={changed} />
            ))}
          </ul>
          <Everywhere others={list.filter(({ isCurrent }) => !isCurrent).length} changed={changed} />
        </>
      )}
    </SectionState>
  )
}

function currentFirst(one: OwnSession, other: OwnSession): number {
  return Number(other.isCurrent) - Number(one.isCurrent)
}

function Row({ session, changed }: { readonly session: OwnSession; readonly changed: () => void }) {
  const { busy, end } = useEnding(changed)
  const name = nameOf(session)
  const ask = () =>
    end(
      { title: `Sign out ${name}?`, text: 'It has to sign in anew to go on.', yes: 'Sign out', no: 'Cancel' },
      `${name} is signed out.`,
      () => endSession(session.id),
    )
  return (
    <li>
      <span className="mq-account-icon" aria-hidden="true">
        {iconOf(session)}
      </span>
      <div>
        <strong>{name}</strong>
        {session.isCurrent && (
          <span className="mq-tag" data-tone="good">
            This browser
          </span>
        )}
        <p className="mq-muted">
          Last used <Moment at={session.lastUsedAt} />
          {session.address !== null && ` from ${session.address}`}, signed in <Moment at={session.startedAt} />
        </p>
      </div>
      {!session.isCurrent && (
        <Button size="small" loading={busy} aria-label={`Sign out ${name}`} onClick={() => void ask()}>
          Sign out
        </Button>
      )}
    </li>
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

function nameOf({ device, client, userAgent }: OwnSession): string {
  return device?.name ?? client?.name ?? agentName(userAgent)
}

function iconOf({ device, client }: OwnSession): ReactNode {
  if (device !== null) return <MobileOutlined />
  return client === null ? <LaptopOutlined /> : <AppstoreOutlined />
}
