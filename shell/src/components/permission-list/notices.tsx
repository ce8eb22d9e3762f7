import { Button } from 'antd'
import { Notice } from '../../states/notice.tsx'

/** Somebody else saved meanwhile. */
export function ConflictNotice({ onResolve }: { readonly onResolve: (keep: boolean) => void }) {
  return (
    <Notice
      tone="warning"
      title="Somebody else changed these permissions meanwhile"
      action={
        <div className="mq-permissions-choices">
          <Button size="small" onClick={() => onResolve(false)}>
            Discard mine
          </Button>
          <Button size="small" type="primary" onClick={() => onResolve(true)}>
            Keep mine on top of theirs
          </Button>
        </div>
      }
    >
      Nothing is saved or lost yet. With yours kept, look them over and save again.
    </Notice>
  )
}

export function ProblemNotice({ problems }: { readonly problems: readonly string[] }) {
  return (
    <Notice tone="error" title="Not saved">
      {problems.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}
