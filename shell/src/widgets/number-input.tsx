import type { InputProps } from 'antd'
import { addDecimals, type DecimalRules, digitsOf, parseDecimal, wireNumber } from './decimal-text.ts'
import { type Draft, DraftInput } from './draft-input.tsx'

interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown' | 'step'> {
  /** A number, or its digits where a number would lose some. */
  readonly number: unknown
  readonly rules: DecimalRules
  readonly stepBy?: number
  readonly onNumber: (value: number | string | null) => void
  readonly onProblem: (problem: string | null) => void
}

/** A number in a text input, with all its digits; arrow keys step. */
export function NumberInput({ number, rules, stepBy = 1, onNumber, onProblem, ...input }: NumberInputProps) {
  return (
    <DraftInput<string>
      inputMode={rules.precision === 0 ? 'numeric' : 'decimal'}
      {...input}
      className={`mq-number ${input.className ?? ''}`}
      value={digitsOf(number)}
      parse={(text) => parseNumber(text, rules)}
      print={String}
      step={(value, direction) => addDecimals(value ?? '0', digitsOf(direction * stepBy) ?? '0')}
      onValue={(digits) => onNumber(digits === null ? null : wireNumber(digits))}
      onProblem={onProblem}
    />
  )
}

function parseNumber(text: string, rules: DecimalRules): Draft<string> {
  const checked = parseDecimal(text, rules)
  if ('problem' in checked || checked.value === null) return checked
  if (rules.precision === 0 && !Number.isSafeInteger(Number(checked.value)))
    return { problem: 'This number is too large' }
  // zeros that only fill up are the field's way to show it, not the number's
  const written = parseDecimal(text)
  return 'value' in written ? { value: digitsOf(wireText(written.value)) } : checked
}

const wireText = (digits: string | null): number | string | null => (digits === null ? null : wireNumber(digits))
