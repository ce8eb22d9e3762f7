import { NumberInput } from './number-input.tsx'
import { inputProps, numberProp, textProp, type WidgetProps } from './widget.ts'

export function DecimalWidget(props: WidgetProps) {
  const { field, value } = props
  return (
    <NumberInput
      {...inputProps(props)}
      number={typeof value === 'number' ? value : null}
      rules={{ precision: numberProp(field, 'precision'), maxDigits: numberProp(field, 'maxDigits') ?? 15 }}
      stepBy={numberProp(field, 'step') ?? 1}
      suffix={textProp(field, 'unit')}
      onNumber={props.onChange}
      onProblem={props.onProblem}
    />
  )
}
