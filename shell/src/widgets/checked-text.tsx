import type { InputProps } from 'antd'
import type { ReactNode } from 'react'
import { DraftInput } from './draft-input.tsx'
import { inputProps, type WidgetProps } from './widget.ts'

interface CheckedTextProps extends WidgetProps {
  /** What is wrong with the text, or `null`. */
  readonly check: (text: string) => string | null
  readonly suffix?: ReactNode
  readonly type?: InputProps['type']
  readonly placeholder?: string
}

/** Text of a certain form; what has not that form is not taken as the value. */
export function CheckedText(props: CheckedTextProps) {
  const { check, value, suffix, placeholder } = props
  return (
    <DraftInput<string>
      {...inputProps(props)}
      type={props.type ?? 'text'}
      suffix={suffix}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={typeof value === 'string' ? value : null}
      parse={(text) => {
        const trimmed = text.trim()
        if (trimmed === '') return { value: null }
        const problem = check(trimmed)
        return problem === null ? { value: trimmed } : { problem }
      }}
      print={String}
      onValue={props.onChange}
      onProblem={props.onProblem}
    />
  )
}
