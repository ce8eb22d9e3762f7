import { NumberInput } from './number-input.tsx'
import { inputProps, numberProp, textProp, type WidgetProps } from './widget.ts'

export function DecimalWidget(props: WidgetProps) {
  const { field, value } = props
  return (
    <NumberInput
      {...inputProps(props)}
      number={value}
      rules={{ precision: numberProp(field, 'precision') }}
      stepBy={numberProp(field, 'step') ?? 1}
      suffix={textProp(field, 'unit')}
      onNumber={props.onChange}
      onProblem={props.onProblem}
    />
  )
}
