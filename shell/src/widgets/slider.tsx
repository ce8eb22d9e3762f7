import { Slider } from 'antd'
import { NumberInput } from './number-input.tsx'
import { inputProps, numberProp, textProp, type WidgetProps } from './widget.ts'

export function SliderWidget(props: WidgetProps) {
  const { field, value, onChange, labelId, disabled } = props
  const number = value === null || value === '' || !Number.isFinite(Number(value)) ? null : Number(value)
  const [min, max, step] = [
    numberProp(field, 'min') ?? 0,
    numberProp(field, 'max') ?? 100,
    numberProp(field, 'step') ?? 1,
  ]
  const marks = marksOf(field.props.marks)
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
        ariaValueTextFormatterForHandle={(at) => spoken(at, marks)}
        onChange={(next: number) => {
          props.onProblem(null)
          onChange(next)
        }}
      />
      <NumberInput
        {...inputProps(props)}
        number={value}
        rules={{}}
        stepBy={step}
        suffix={textProp(field, 'unit')}
        onNumber={onChange}
        onProblem={props.onProblem}
      />
    </div>
  )
}

type Marks = Readonly<Record<string, string>>

/** The texts at places of the scale. Metadata is written by people: what is no text at a number is passed over. */
function marksOf(prop: unknown): Marks | undefined {
  if (typeof prop !== 'object' || prop === null) return undefined
  const marks = Object.entries(prop).filter(([at, text]) => Number.isFinite(Number(at)) && typeof text === 'string')
  return marks.length === 0 ? undefined : Object.fromEntries(marks)
}

/** @example spoken(60, { 60: 'Fresh' }) // '60, Fresh' */
function spoken(at: number | undefined, marks: Marks | undefined): string {
  const mark = marks?.[String(at)]
  return mark === undefined || mark === String(at) ? String(at) : `${at}, ${mark}`
}
