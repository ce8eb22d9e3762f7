import { Button, Input } from 'antd'
import { useState } from 'react'
import { checkJson } from './json-text.ts'
import { inputProps, type WidgetProps } from './widget.ts'

export function JsonWidget(props: WidgetProps) {
  const { value, disabled, onChange, onProblem } = props
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? print(value)
  const type = (next: string) => {
    setDraft(next)
    const result = checkJson(next)
    onProblem(result.ok ? null : result.problem)
    if (result.ok) onChange(result.value)
  }
  const check = checkJson(text)
  return (
    <div className="mq-json">
      <Input.TextArea
        {...inputProps(props)}
        className="mq-code"
        autoSize={{ minRows: 4, maxRows: 20 }}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      {!disabled && (
        <Button
          size="small"
          disabled={!check.ok || text === ''}
          aria-describedby={props.labelId}
          onClick={() => check.ok && setDraft(print(check.value))}
        >
          Format
        </Button>
      )}
    </div>
  )
}

function print(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
}
