import { useEffect, useRef } from 'react'
import type { Question } from './confirm.tsx'

/** Asks by the browser's own dialog, for when ours cannot be loaded. */
export function PlainConfirm({
  question,
  onAnswer,
}: {
  readonly question: Question
  readonly onAnswer: (yes: boolean) => void
}) {
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    const losses = (question.losses ?? []).map(({ what, amount }) => `${what}: ${amount}`)
    onAnswer(window.confirm([question.title, '', question.text, ...losses].join('\n')))
  }, [question, onAnswer])
  return null
}
