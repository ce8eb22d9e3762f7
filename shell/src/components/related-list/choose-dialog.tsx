import { CheckOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { RelatedListSchema } from '../../../../shared/related-list.ts'
import { Cell } from '../../cells/cell.tsx'
import { ErrorState } from '../../states/error-state.tsx'
import { Pager } from '../list/pager.tsx'
import { CANDIDATE_PAGE, type Candidate } from './candidates.ts'
import { useCandidates } from './use-candidates.ts'

interface ChooseDialogProps {
  readonly schema: RelatedListSchema
  readonly presentOf: (ids: readonly number[], signal: AbortSignal) => Promise<ReadonlySet<number>>
  readonly onAdd: (chosen: readonly Candidate[]) => void
  readonly onClose: () => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

/** Chooses records to put into a list: the search keeps the focus, arrows move, Enter takes one or lets it go. */
export function ChooseDialog({ schema, presentOf, onAdd, onClose }: ChooseDialogProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [page, setPage] = useState(0)
  const [active, setActive] = useState(0)
  const [chosen, setChosen] = useState<ReadonlyMap<number, Candidate>>(new Map())
  const { page: found, present, error, busy, retry } = useCandidates(schema, text.trim(), page, presentOf)
  const candidates = found?.candidates ?? []
  const plural = schema.choose?.labelPlural ?? ''
  const taken = (candidate: Candidate) => present.has(candidate.id)
  const beside = schema.choose?.field === undefined ? besideColumns(schema) : []

  const toggle = (candidate: Candidate) => {
    if (taken(candidate)) return
    const next = new Map(chosen)
    if (!next.delete(candidate.id)) next.set(candidate.id, candidate)
    setChosen(next)
  }
  const add = () => {
    if (chosen.size > 0) onAdd([...chosen.values()])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setActive(Math.max(0, Math.min(candidates.length - 1, active + step)))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const candidate = candidates[active]
      if (event.ctrlKey || event.metaKey) add()
      else if (candidate !== undefined && !busy) toggle(candidate)
    }
  }
  useEffect(() => {
    list.current?.querySelector(`[data-active="true"]`)?.scrollIntoView({ block: 'nearest' })
  })

  return (
    <Modal
      open
      width={620}
      title={`Add ${plural.toLowerCase()}`}
      mask={{ closable: chosen.size === 0 }}
      onCancel={onClose}
      afterOpenChange={(open) => open && box.current?.focus()}
      footer={
        <div className="mq-choose-foot">
          <span role="status">{chosen.size > 0 && `${chosen.size} chosen`}</span>
          {chosen.size > 0 && (
            <Button type="link" size="small" onClick={() => setChosen(new Map())}>
              Clear
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" disabled={chosen.size === 0} title="Ctrl+Enter" onClick={add}>
            {chosen.size === 0 ? 'Add' : `Add ${chosen.size}`}
          </Button>
        </div>
      }
    >
      <div className="mq-search mq-choose-search">
        <SearchOutlined aria-hidden="true" />
        <input
          ref={box}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(candidates[active] === undefined ? {} : { 'aria-activedescendant': `${id}-${active}` })}
          aria-label={`Search ${plural}`}
          placeholder={`Search ${plural.toLowerCase()}`}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setPage(0)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="mq-choose-body" data-busy={busy} aria-busy={busy}>
        {error !== null && <ErrorState error={error} onRetry={retry} />}
        {error === null && !busy && candidates.length === 0 && <p className="mq-choose-none">Nothing found</p>}
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-multiselectable="true"
          aria-label={plural}
          className="mq-choose-list"
          tabIndex={-1}
        >
          {candidates.map((candidate, index) => {
            const isChosen = chosen.has(candidate.id)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys of the list.
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field, which names the option in use.
              <div
                key={candidate.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={isChosen}
                aria-disabled={taken(candidate)}
                data-active={index === active}
                className="mq-choose-option"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  setActive(index)
                  toggle(candidate)
                }}
              >
                <span className="mq-choose-mark" aria-hidden="true">
                  {isChosen && <CheckOutlined />}
                </span>
                <span className="mq-choose-label" title={candidate.label}>
                  {candidate.label}
                </span>
                {beside.map((column) => (
                  <span key={column.name} className="mq-choose-beside">
                    <Cell field={column} value={candidate.values[column.name]} labels={[]} brief />
                  </span>
                ))}
                {taken(candidate) && <span className="mq-choose-in">in the list</span>}
              </div>
            )
          })}
        </div>
      </div>
      <div className="mq-choose-pages">
        {found !== null && found.rowCount > 0 && (
          <Pager
            data={{ ...found, pageSize: CANDIDATE_PAGE, rows: candidates as never }}
            schema={{ pageSizes: [CANDIDATE_PAGE], defaultPageSize: CANDIDATE_PAGE }}
            change={({ page: to = 0 }) => {
              setPage(to)
              setActive(0)
              box.current?.focus()
            }}
            label={`Pages of ${plural.toLowerCase()}`}
          />
        )}
      </div>
    </Modal>
  )
}

/** A few short values tell records of one name apart. */
function besideColumns({ columns, choose }: RelatedListSchema) {
  return columns
    .filter(({ name, linkKey, widget, visible }) => {
      const short = ['integer', 'date', 'enum', 'text'].includes(widget)
      return visible && short && linkKey === undefined && name !== choose?.labelField
    })
    .slice(0, 2)
}
