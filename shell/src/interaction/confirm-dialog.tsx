import { Button, Modal } from 'antd'
import { useRef } from 'react'
import type { Question } from './confirm.tsx'

export function ConfirmDialog({
  question,
  onAnswer,
}: {
  readonly question: Question
  readonly onAnswer: (yes: boolean) => void
}) {
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open
      // Over a drawer, which holds the focus until the dialog is there, focusing it as it mounts is too early.
      afterOpenChange={(open) => open && safe.current?.focus()}
      width={question.losses ? 520 : 420}
      title={question.title}
      onCancel={() => onAnswer(false)}
      footer={[
        <Button key="no" ref={safe} autoFocus onClick={() => onAnswer(false)}>
          {question.no}
        </Button>,
        <Button key="yes" danger onClick={() => onAnswer(true)}>
          {question.yes}
        </Button>,
      ]}
    >
      {question.text}
      {question.losses && (
        <ul className="mq-losses">
          {question.losses.map(({ what, amount }) => (
            <li key={what}>
              <span>{what}</span>
              <span className="mq-losses-amount">{amount}</span>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
