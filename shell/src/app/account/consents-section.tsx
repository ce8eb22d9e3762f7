import { AppstoreOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { OwnConsent } from '../../../../shared/account.ts'
import { loadConsents, withdrawConsent } from '../../api/account.ts'
import { useEnding } from '../../interaction/use-ending.ts'
import { useLoaded } from '../../interaction/use-loaded.ts'
import { Moment } from '../../sign-ins/moment.tsx'
import { SectionState } from '../../states/section-state.tsx'
import { scopeText } from './scope-text.ts'
import type { SectionProps } from './section.ts'

export function ConsentsSection({ revision, changed }: SectionProps) {
  const consents = useLoaded(loadConsents, revision)
  return (
    <SectionState of={consents}>
      {(list) =>
        list.length === 0 ? (
          <p className="mq-muted">You have allowed no application to act for you.</p>
        ) : (
          <ul className="mq-account-list" aria-label="Applications">
            {list.map((consent) => (
              <Row key={consent.clientId} consent={consent} changed={changed} />
            ))}
          </ul>
        )
      }
    </SectionState>
  )
}

function Row({ consent, changed }: { readonly consent: OwnConsent; readonly changed: () => void }) {
  const { clientId, name, scope, givenAt } = consent
  const { busy, end } = useEnding(changed)
  const ask = () =>
    end(
      {
        title: `Withdraw what you allowed ${name}?`,
        text: 'It is signed out at once, its devices too, and has to ask you again.',
        yes: 'Withdraw',
        no: 'Cancel',
      },
      `${name} may no longer act for you.`,
      () => withdrawConsent(clientId),
    )
  return (
    <li>
      <span className="mq-account-icon" aria-hidden="true">
        <AppstoreOutlined />
      </span>
      <div>
        <strong>{name}</strong>
        <p className="mq-muted">
          It {scopeText(scope)}, allowed <Moment at={givenAt} />
        </p>
      </div>
      <Button size="small" loading={busy} aria-label={`Withdraw ${name}`} onClick={() => void ask()}>
        Withdraw
      </Button>
    </li>
  )
}
