import { Input, type InputProps } from 'antd'
import { type KeyboardEvent, useState } from 'react'

export type Draft<T> = { readonly value: T | null } | { readonly problem: string }

interface DraftInputProps<T> extends Omit<InputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown' | 'step'> {
  readonly value: T | null
  readonly parse: (text: string) => Draft<T>
  readonly print: (value: T) => string
  readonly onValue: (value: T | null) => void
  readonly onProblem: (problem: string | null) => void
  /** What arrow up (1) and down (-1) make of the value. */
  readonly step?: (value: T | null, direction: 1 | -1) => T
}

const DIRECTIONS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

/** A text input over a typed value: the text stays as typed while it is worked on, and is printed afresh on leaving. */
export function DraftInput<T>(props: DraftInputProps<T>) {
  const { value, parse, print, onValue, onProblem, step, ...input } = props
  // A draft stands only for the value it was typed at: one that changes from elsewhere drops it.
  const [kept, setDraft] = useState<{ readonly text: string; readonly at: T | null } | null>(null)
  const draft = kept !== null && Object.is(kept.at, value) ? kept.text : null
  const type = (text: string) => {
    const result = parse(text)
    if ('problem' in result) {
      setDraft({ text, at: value })
      return onProblem(result.problem)
    }
    setDraft({ text, at: result.value })
    onProblem(null)
    onValue(result.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key]
    if (!step || !direction || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setDraft(null)
    onProblem(null)
    onValue(step(value, direction))
  }
  return (
    <Input
      autoComplete="off"
      spellCheck={false}
      {...input}
      value={draft ?? (value === null ? '' : print(value))}
      onChange={(event) => type(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (draft !== null && !('problem' in parse(draft))) setDraft(null)
      }}
    />
  )
}
