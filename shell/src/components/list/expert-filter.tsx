import { Button, Input } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { FilterSyntaxError } from '../../../../shared/filter-ast.ts'
import { ApiError } from '../../api/api-error.ts'
import { filterError } from './filter-model.ts'

interface ExpertFilterProps {
  readonly filter: string
  readonly error: unknown
  readonly onApply: (text: string) => void
  readonly onClose: () => void
}

interface Fault {
  readonly text: string
  readonly position: number | null
}

/** The filter's own text, checked as it is typed; the server's objections show at their place. */
export function ExpertFilter({ filter, error, onApply, onClose }: ExpertFilterProps) {
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(filter)
  const local = filterError(text)
  const fault = local ? faultOf(local) : text === filter ? faultOf(error) : null
  useEffect(() => box.current?.focus(), [])
  const apply = () => {
    if (!local) onApply(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onClose()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    apply()
  }
  return (
    <div className="mq-expert">
      <Input.TextArea
        ref={(area) => {
          box.current = area?.resizableTextArea?.textArea ?? null
        }}
        className="mq-code"
        aria-label="Filter as text"
        aria-invalid={fault !== null}
        aria-describedby={`${id}fault`}
        autoSize={{ minRows: 1, maxRows: 6 }}
        spellCheck={false}
        autoComplete="off"
        placeholder="year_$ge_1990_$and_title_$ct_star"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="primary" disabled={local !== null || text.trim() === filter} onClick={apply}>
        Apply
      </Button>
      <Button onClick={onClose}>Close</Button>
      <div id={`${id}fault`} role="status" className="mq-expert-fault">
        {fault && <FaultAt fault={fault} text={text} />}
      </div>
    </div>
  )
}

function FaultAt({ fault, text }: { readonly fault: Fault; readonly text: string }) {
  const { position } = fault
  return (
    <>
      {position !== null && (
        <code>
          {text.slice(0, position)}
          <mark>{text.slice(position, position + 1) || ' '}</mark>
          {text.slice(position + 1)}
        </code>
      )}
      <span>{fault.text}</span>
    </>
  )
}

function faultOf(error: unknown): Fault | null {
  if (error instanceof FilterSyntaxError)
    return { text: `Position ${error.position + 1}: expected ${error.expected}`, position: error.position }
  if (!(error instanceof ApiError)) return null
  const one = error.errors.find((candidate) => candidate.source?.parameter === 'filter')
  if (!one) return null
  const position = one.meta?.position
  return { text: one.detail || one.title, position: typeof position === 'number' ? position : null }
}
