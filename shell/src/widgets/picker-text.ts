import dayjs from 'dayjs'
import type { FocusEvent } from 'react'
import type { WidgetProps } from './widget.ts'

/** A picker's own text: what is typed and is no value stays, and is said to be none, instead of vanishing on leaving. */
export function pickerText(props: WidgetProps, format: string, example: string) {
  const { type, validation } = props.field
  // A moment's bounds are written in UTC, and asked about when it is saved.
  const { min, max } = type === 'DateTime' ? {} : validation
  const check = (text: string): string | null => {
    if (text === '') return null
    if (!dayjs(text, format, true).isValid()) return `Write it like ${example}`
    if (typeof min === 'string' && text < min) return `At least ${min}`
    if (typeof max === 'string' && text > max) return `At most ${max}`
    return null
  }
  return {
    format,
    preserveInvalidOnBlur: true,
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (event.target instanceof HTMLInputElement) props.onProblem(check(event.target.value))
    },
  }
}
