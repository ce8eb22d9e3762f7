import { Slider } from 'antd'
import { NumberInput } from './number-input.tsx'
import { inputProps, numberProp, type WidgetProps } from './widget.ts'

export function SliderWidget(props: WidgetProps) {
  const { field, value, onChange, labelId, disabled } = props
  const number = typeof value === 'number' ? value : null
  const [min, max, step] = [
    numberProp(field, 'min') ?? 0,
    numberProp(field, 'max') ?? 100,
    numberProp(field, 'step') ?? 1,
  ]
  const marks = (field.props.marks ?? undefined) as Record<number, string> | undefined
  return (
    <div className="mq-slider" data-marks={marks !== undefined}>
      <Slider
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        included={number !== null}
        {...(marks === undefined ? {} : { marks })}
        value={number ?? min}
        ariaLabelledByForHandle={labelId}
        onChange={(next: number) => {
          props.onProblem(null)
          onChange(next)
        }}
      />
      <NumberInput
        {...inputProps(props)}
        number={number}
        rules={{}}
        stepBy={step}
        onNumber={onChange}
        onProblem={props.onProblem}
      />
    </div>
  )
}
