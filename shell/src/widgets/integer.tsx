import { NumberInput } from './number-input.tsx'
import { RecordLink } from './record-link.tsx'
import { inputProps, numberProp, textProp, type WidgetProps } from './widget.ts'

export function IntegerWidget(props: WidgetProps) {
  const { field, value } = props
  const number = typeof value === 'number' ? value : null
  const link = field.props.link
  return (
    <div className="mq-with-action">
      <NumberInput
        {...inputProps(props)}
        number={number}
        rules={{ precision: 0 }}
        stepBy={numberProp(field, 'step') ?? 1}
        suffix={textProp(field, 'unit')}
        onNumber={props.onChange}
        onProblem={props.onProblem}
      />
      {link && props.linkId !== undefined && (
        <RecordLink pageKey={link.pageKey} id={props.linkId} label={`#${props.linkId}`} />
      )}
    </div>
  )
}
