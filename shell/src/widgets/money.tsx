import { groupDecimal, parseDecimal } from './decimal-text.ts'
import { DraftInput } from './draft-input.tsx'
import { inputProps, numberProp, textProp, type WidgetProps } from './widget.ts'

/** An exact amount: text in, text out, the currency beside it. */
export function MoneyWidget(props: WidgetProps) {
  const { field, value } = props
  const precision = numberProp(field, 'precision')
  const amount = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null
  return (
    <DraftInput<string>
      {...inputProps(props)}
      className="mq-number"
      inputMode="decimal"
      prefix={<span className="mq-muted">{textProp(field, 'currency')}</span>}
      value={amount}
      parse={(text) => parseDecimal(text, { precision, maxDigits: numberProp(field, 'maxDigits') })}
      print={(text) => groupDecimal(text, precision)}
      onValue={props.onChange}
      onProblem={props.onProblem}
    />
  )
}
