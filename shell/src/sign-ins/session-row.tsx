import { AppstoreOutlined, LaptopOutlined, MobileOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { OwnSession } from '../../../shared/account.ts'
import { useEnding } from '../interaction/use-ending.ts'
import { agentName } from './agent-name.ts'
import { Moment } from './moment.tsx'

interface SessionRowProps {
  readonly session: OwnSession
  /** Ends it. */
  readonly signOut: (id: number) => Promise<void>
  readonly changed: () => void
}

/** Something that is signed in as a user, and the way to end it, in a list of `mq-account-list`. */
export function SessionRow({ session, signOut, changed }: SessionRowProps) {
  const { busy, end } = useEnding(changed)
  const name = nameOf(session)
  const ask = () =>
    end(
      { title: `Sign out ${name}?`, text: 'It has to sign in anew to go on.', yes: 'Sign out', no: 'Cancel' },
      `${name} is signed out.`,
      () => signOut(session.id),
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

/** The one that asks comes first. */
export function currentFirst(one: OwnSession, other: OwnSession): number {
  return Number(other.isCurrent) - Number(one.isCurrent)
}

function nameOf({ device, client, userAgent }: OwnSession): string {
  return device?.name ?? client?.name ?? agentName(userAgent)
}

function iconOf({ device, client }: OwnSession): ReactNode {
  if (device !== null) return <MobileOutlined />
  return client === null ? <LaptopOutlined /> : <AppstoreOutlined />
}
