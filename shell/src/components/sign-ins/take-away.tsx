import type { SignInsSchema } from '../../../../shared/account.ts'
import type { Proof } from '../../api/passkeys.ts'
import { removeUserPasskeys, turnOffUserFactor } from '../../api/user-sign-in.ts'
import { FormDialog } from '../../interaction/form-dialog.tsx'
import { showToast } from '../../interaction/toasts.tsx'
import { useProof } from '../../sign-ins/use-proof.tsx'

export type Way = 'secondFactor' | 'passkeys'

interface TakeAwayProps {
  readonly way: Way
  readonly user: SignInsSchema
  /** User name of the administrator, whose password is asked for. */
  readonly caller: string
  readonly onClose: () => void
  readonly onDone: () => void
}

interface Texts {
  readonly title: string
  readonly button: string
  readonly what: string
  readonly done: string
  readonly send: (userId: number, proof: Proof) => Promise<void>
}

/** Asks for the administrator's password: whoever finds the page open must not open the account of another. */
export function TakeAway({ way, user, caller, onClose, onDone }: TakeAwayProps) {
  const proof = useProof(caller)
  const { title, button, what, done, send } = textsOf(way, user.name)
  const submit = async () => {
    if ((await proof.prove((given) => send(user.userId, given))) === null) return
    showToast({ text: done })
    onDone()
  }
  return (
    <FormDialog title={title} button={button} danger send={submit} onClose={onClose}>
      <p className="mq-muted">
        {what} {user.name} is signed out everywhere. Enter your own password to go on.
      </p>
      {proof.fields}
    </FormDialog>
  )
}

function textsOf(way: Way, name: string): Texts {
  if (way === 'secondFactor') {
    return {
      title: 'Turn off second factor',
      button: 'Turn off',
      what: 'The password alone is enough from then on, and recovery codes are gone.',
      done: `The second factor of ${name} is off.`,
      send: turnOffUserFactor,
    }
  }
  return {
    title: 'Remove passkeys',
    button: 'Remove',
    what: 'They sign nobody in any more.',
    done: `The passkeys of ${name} are removed.`,
    send: removeUserPasskeys,
  }
}
