import { MobileOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { OwnDevice } from '../../../../shared/account.ts'
import { loadDevices, unpairDevice } from '../../api/account.ts'
import { useEnding } from '../../interaction/use-ending.ts'
import { useLoaded } from '../../interaction/use-loaded.ts'
import { Moment } from '../../sign-ins/moment.tsx'
import { SectionState } from '../../states/section-state.tsx'
import { scopeText } from './scope-text.ts'
import type { SectionProps } from './section.ts'

export function DevicesSection({ revision, changed }: SectionProps) {
  const devices = useLoaded(loadDevices, revision)
  return (
    <SectionState of={devices}>
      {(list) => (
        <>
          {list.length > 0 && (
            <ul className="mq-account-list" aria-label="Devices">
              {list.map((device) => (
                <Row key={device.id} device={device} changed={changed} />
              ))}
            </ul>
          )}
          <PairForm />
        </>
      )}
    </SectionState>
  )
}

function Row({ device, changed }: { readonly device: OwnDevice; readonly changed: () => void }) {
  const { id, name, client, scope, pairedAt, lastUsedAt } = device
  const { busy, end } = useEnding(changed)
  const ask = () =>
    end(
      {
        title: `Unpair ${name}?`,
        text: 'It is signed out at once. You can pair it again with a new code.',
        yes: 'Unpair',
        no: 'Cancel',
      },
      `${name} is unpaired.`,
      () => unpairDevice(id),
    )
  return (
    <li>
      <span className="mq-account-icon" aria-hidden="true">
        <MobileOutlined />
      </span>
      <div>
        <strong>{name}</strong>
        <p className="mq-muted">
          {client.name !== name && `${client.name}. `}It {scopeText(scope)}, paired <Moment at={pairedAt} />
          {lastUsedAt === null ? (
            ', not signed in yet'
          ) : (
            <>
              , last used <Moment at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button size="small" loading={busy} aria-label={`Unpair ${name}`} onClick={() => void ask()}>
        Unpair
      </Button>
    </li>
  )
}

function PairForm() {
  const id = useId()
  const [code, setCode] = useState('')
  const navigate = useNavigate()
  const pair = (event: FormEvent) => {
    event.preventDefault()
    void navigate(`/pair?code=${encodeURIComponent(code.trim())}`)
  }
  return (
    <form className="mq-account-code" onSubmit={pair} aria-label="Pair a device">
      <label htmlFor={id}>Code that a device shows</label>
      <Input
        id={id}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="WDJB-MJHT"
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button htmlType="submit">Pair a device</Button>
    </form>
  )
}
