import { useRef } from 'react'
import { NumberInput } from './number-input.tsx'
import { type RangeValue, readRange } from './range-value.ts'
import { inputProps, numberProp, textProp, type WidgetProps } from './widget.ts'

type End = keyof RangeValue

export function RangeWidget(props: WidgetProps) {
  const { field, labelId, onChange, onProblem } = props
  const range = readRange(props.value)
  const typed = useRef<Record<End, string | null>>({ from: null, to: null })
  const [min, max] = [numberProp(field, 'min'), numberProp(field, 'max')]
  const report = (next: RangeValue) => onProblem(typed.current.from ?? typed.current.to ?? check(next, min, max))
  const change = (end: End) => (number: number | null) => {
    const next = { ...range, [end]: number }
    report(next)
    onChange(next.from === null && next.to === null ? null : next)
  }
  const problem = (end: End) => (message: string | null) => {
    typed.current[end] = message
    report(range)
  }
  const input = {
    ...inputProps(props),
    rules: {},
    stepBy: numberProp(field, 'step') ?? 1,
    suffix: textProp(field, 'unit'),
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be labelled by the field's own label.
    <div className="mq-range" role="group" aria-labelledby={labelId}>
      <NumberInput
        {...input}
        aria-label={`${field.label} from`}
        placeholder={hint('from', min)}
        number={range.from}
        onNumber={change('from')}
        onProblem={problem('from')}
      />
      <span aria-hidden="true">–</span>
      <NumberInput
        {...input}
        id={`${props.id}-to`}
        aria-label={`${field.label} to`}
        placeholder={hint('up to', max)}
        number={range.to}
        onNumber={change('to')}
        onProblem={problem('to')}
      />
    </div>
  )
}

function hint(word: string, bound: number | undefined): string {
  return bound === undefined ? 'any' : `${word} ${bound}`
}

function check({ from, to }: RangeValue, min: number | undefined, max: number | undefined): string | null {
  if (from !== null && to !== null && from > to) return 'The range ends before it begins'
  const ends = [from, to].filter((end) => end !== null)
  if (min !== undefined && ends.some((end) => end < min)) return `At least ${min}`
  if (max !== undefined && ends.some((end) => end > max)) return `At most ${max}`
  return null
}
