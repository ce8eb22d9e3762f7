import '../../styles/passkeys.css'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { Passkey } from '../../../../shared/account.ts'
import { loadPasskeys } from '../../api/passkeys.ts'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { timeAgo } from '../../interaction/time-ago.ts'
import { useLoaded } from '../../interaction/use-loaded.ts'
import { SectionState } from '../../states/section-state.tsx'
import { canUsePasskeys } from '../passkeys/device.ts'
import { useSession } from '../session.tsx'
import type { SectionProps } from './section.ts'

const AddPasskey = lazyPart(() => import('../passkeys/add-passkey.tsx').then((module) => module.AddPasskey))
const RenamePasskey = lazyPart(() => import('../passkeys/change-passkey.tsx').then((module) => module.RenamePasskey))
const RemovePasskey = lazyPart(() => import('../passkeys/change-passkey.tsx').then((module) => module.RemovePasskey))

type Open = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: Passkey }

/** The passkeys of the signed-in user. */
export function PasskeysSection({ revision }: SectionProps) {
  const { state } = useSession()
  const passkeys = useLoaded(loadPasskeys, revision)
  const [open, setOpen] = useState<Open | null>(null)
  if (state.kind !== 'signedIn') return null
  const { username } = state.user
  const close = () => setOpen(null)
  const changed = () => {
    close()
    passkeys.reload()
  }
  return (
    <>
      <SectionState of={passkeys}>
        {(list) => (
          <>
            {list.length > 0 && (
              <ul className="mq-passkeys" aria-label="Passkeys">
                {list.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} onOpen={setOpen} />
                ))}
              </ul>
            )}
            <div className="mq-account-line">
              <p>{about(list.length)}</p>
              {canUsePasskeys() && <Button onClick={() => setOpen({ what: 'add' })}>Add a passkey</Button>}
            </div>
          </>
        )}
      </SectionState>
      <Suspense fallback={null}>
        {open?.what === 'add' && <AddPasskey username={username} onClose={close} onAdded={changed} />}
        {open?.what === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} onChanged={changed} />}
        {open?.what === 'remove' && (
          <RemovePasskey username={username} passkey={open.passkey} onClose={close} onChanged={changed} />
        )}
      </Suspense>
    </>
  )
}

function PasskeyRow({ passkey, onOpen }: { readonly passkey: Passkey; readonly onOpen: (open: Open) => void }) {
  const { name, createdAt, lastUsedAt, backedUp } = passkey
  const now = Date.now()
  const used = lastUsedAt === null ? 'not used yet' : `last used ${timeAgo(lastUsedAt * 1000, now)}`
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="mq-muted">
          Added {timeAgo(createdAt * 1000, now)}, {used}
          {backedUp && ', backed up'}
        </p>
      </div>
      <Button size="small" aria-label={`Rename ${name}`} onClick={() => onOpen({ what: 'rename', passkey })}>
        Rename
      </Button>
      <Button size="small" aria-label={`Remove ${name}`} onClick={() => onOpen({ what: 'remove', passkey })}>
        Remove
      </Button>
    </li>
  )
}

function about(count: number): string {
  if (!canUsePasskeys()) {
    return 'This browser offers passkeys only where Marquee is opened by its name, over https.'
  }
  if (count === 0) return 'None. A passkey signs you in by fingerprint, face or PIN, without the password.'
  return 'Each signs you in without the password, and stands in for the one-time code. A new password leaves them as they are.'
}
