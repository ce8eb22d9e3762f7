import type { InputProps } from 'antd'
import { type DecimalRules, parseDecimal } from './decimal-text.ts'
import { type Draft, DraftInput } from './draft-input.tsx'

interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown' | 'step'> {
  readonly number: number | null
  readonly rules: DecimalRules
  readonly stepBy?: number
  readonly onNumber: (value: number | null) => void
  readonly onProblem: (problem: string | null) => void
}

/** A JSON number in a text input; arrow keys step. */
export function NumberInput({ number, rules, stepBy = 1, onNumber, onProblem, ...input }: NumberInputProps) {
  return (
    <DraftInput<number>
      inputMode={rules.precision === 0 ? 'numeric' : 'decimal'}
      {...input}
      className={`mq-number ${input.className ?? ''}`}
      value={number}
      parse={(text) => parseNumber(text, rules)}
      print={String}
      step={(value, direction) => stepped(value, direction * stepBy)}
      onValue={onNumber}
      onProblem={onProblem}
    />
  )
}

function parseNumber(text: string, rules: DecimalRules): Draft<number> {
  const parsed = parseDecimal(text, { maxDigits: rules.maxDigits })
  if ('problem' in parsed) return parsed
  if (parsed.value === null) return { value: null }
  const checked = parseDecimal(text, rules)
  if ('problem' in checked) return checked
  const value = Number(parsed.value)
  if (rules.precision === 0 && !Number.isSafeInteger(value)) return { problem: 'This number is too large' }
  return { value }
}

/** Without the float's dust: 0.1 + 0.2 is 0.3. */
function stepped(value: number | null, by: number): number {
  return Number(((value ?? 0) + by).toPrecision(15))
}
