import type { InputProps } from 'antd'
import type { ReactNode } from 'react'
import { readValue } from '../../../shared/values/index.ts'
import { DraftInput } from './draft-input.tsx'
import { inputProps, type WidgetProps } from './widget.ts'

interface CheckedTextProps extends WidgetProps {
  /** What is said of a text that has not the form of the field's type. */
  readonly hint: string | ((text: string) => string)
  readonly suffix?: ReactNode
  readonly type?: InputProps['type']
  readonly placeholder?: string
}

/** Text of the form of its field's type; what has not that form is not taken as the value. */
export function CheckedText(props: CheckedTextProps) {
  const { field, hint, value, suffix, placeholder } = props
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
        const read = readValue({ type: field.type, required: false, props: {}, validation: {} }, trimmed)
        if (read?.ok) return { value: String(read.value) }
        return { problem: typeof hint === 'string' ? hint : hint(trimmed) }
      }}
      print={String}
      onValue={props.onChange}
      onProblem={props.onProblem}
    />
  )
}
