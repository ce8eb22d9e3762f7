import { Input, type InputRef } from 'antd'
import { type Ref, useId } from 'react'

interface CodeFieldProps {
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly ref?: Ref<InputRef>
}

/** A one-time code, of the app or a recovery code. */
export function CodeField({ hint, value, onChange, ref }: CodeFieldProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>One-time code</label>
      <Input
        id={id}
        ref={ref}
        name="otp"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        size="large"
        aria-describedby={`${id}hint`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}hint`} className="mq-muted">
        {hint}
      </p>
    </>
  )
}
