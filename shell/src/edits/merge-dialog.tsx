import '../styles/edits.css'
import { Button, Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { Cell } from '../cells/cell.tsx'
import { timeAgo } from '../interaction/time-ago.ts'
import type { ShownValue } from './editor.ts'
import { listed } from './merged-text.ts'
import type { AskedConflict, MergeQuestion } from './use-merge.ts'
import type { Author } from './who-changed.ts'

/** Asks, field by field, whose value is to be saved where the user and somebody else changed the same [R6.a]. */
export function MergeDialog({ question }: { readonly question: MergeQuestion }) {
  const { conflicts, taken, names, verb, answer } = question
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  const choose = (id: string, isTheirs: boolean): void => {
    const next = new Set(theirs)
    if (isTheirs) next.add(id)
    else next.delete(id)
    setTheirs(next)
  }
  return (
    <Modal
      open
      width={720}
      title={titleOf(names, conflicts.length)}
      mask={{ closable: false }}
      footer={null}
      onCancel={() => answer(null)}
      afterOpenChange={(open) => open && form.current?.querySelector<HTMLInputElement>('input:checked')?.focus()}
      data-testid="merge-dialog"
    >
      <form
        ref={form}
        className="mq-merge"
        onSubmit={(event) => {
          event.preventDefault()
          answer(theirs)
        }}
      >
        <div className="mq-merge-head">
          <p>
            Choose whose is kept. Nothing is saved or lost yet.
            {taken.length > 0 && ` What only they changed stays theirs: ${listed(taken)}.`}
          </p>
          {conflicts.length > 1 && (
            <div className="mq-merge-all">
              <Button size="small" onClick={() => setTheirs(new Set())}>
                All mine
              </Button>
              <Button size="small" onClick={() => setTheirs(new Set(conflicts.map(({ id }) => id)))}>
                All theirs
              </Button>
            </div>
          )}
        </div>
        {conflicts.map((asked) => (
          <Choice
            key={asked.id}
            asked={asked}
            isTheirs={theirs.has(asked.id)}
            onChoice={(isTheirs) => choose(asked.id, isTheirs)}
          />
        ))}
        <div className="mq-merge-foot">
          <Button onClick={() => answer(null)}>Cancel</Button>
          <Button type="primary" htmlType="submit">
            {verb}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function titleOf(names: readonly string[], count: number): string {
  const who = names.length === 0 ? 'Someone else' : listed(names)
  return `${who} changed ${count === 1 ? 'a field' : `${count} fields`} that you changed too`
}

interface ChoiceProps {
  readonly asked: AskedConflict
  readonly isTheirs: boolean
  readonly onChoice: (isTheirs: boolean) => void
}

function Choice({ asked: { conflict, whose }, isTheirs, onChoice }: ChoiceProps) {
  const name = useId()
  const { label, field, mine, theirs } = conflict
  const author = whose.of(field)
  const option = (value: ShownValue, who: string, ofTheirs: boolean) => (
    <label data-chosen={ofTheirs === isTheirs} data-side={ofTheirs ? 'theirs' : 'mine'}>
      <input type="radio" name={name} checked={ofTheirs === isTheirs} onChange={() => onChoice(ofTheirs)} />
      <span className="mq-merge-who">{who}</span>
      <span className="mq-merge-value">
        <Cell field={field} value={value.value} labels={value.labels} />
      </span>
    </label>
  )
  return (
    <fieldset className="mq-merge-choice" data-field={field.name}>
      <legend>{label}</legend>
      {option(mine, 'You', false)}
      {option(theirs, authorText(author), true)}
    </fieldset>
  )
}

function authorText(author: Author | null): string {
  return author === null ? 'Someone else' : `${author.name}, ${timeAgo(author.at, Date.now())}`
}
