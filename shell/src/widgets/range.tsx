import { useRef } from 'react'
import { compareDecimals } from './decimal-text.ts'
import { NumberInput } from './number-input.tsx'
import { type RangeValue, readRange } from './range-value.ts'
import { inputProps, numberProp, textProp, type WidgetProps } from './widget.ts'

type End = keyof RangeValue

export function RangeWidget(props: WidgetProps) {
  const { field, labelId, onChange, onProblem } = props
  const range = readRange(props.value)
  const typed = useRef<Record<End, string | null>>({ from: null, to: null })
  const [min, max] = [numberProp(field, 'min'), numberProp(field, 'max')]
  const report = (next: RangeValue) => onProblem(typed.current.from ?? typed.current.to ?? check(next))
  const change = (end: End) => (number: number | string | null) => {
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

/** Whether it is in bounds is asked when it is saved: until then it may be half typed. */
function check({ from, to }: RangeValue): string | null {
  const turned = from !== null && to !== null && compareDecimals(from, to) > 0
  return turned ? 'The range ends before it begins' : null
}
