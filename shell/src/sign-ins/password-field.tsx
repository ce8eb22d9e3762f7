import { Input, type InputRef } from 'antd'
import { type Ref, useId } from 'react'

interface PasswordFieldProps {
  readonly label: string
  /** A new one has to be long enough; the browser may make one up. */
  readonly isNew?: boolean
  /** Where a new one ends sessions. */
  readonly ends?: 'everywhere' | 'everywhere else'
  readonly value: string
  readonly onChange: (value: string) => void
  readonly ref?: Ref<InputRef>
}

/** As the server asks for. */
const SHORTEST = 8

export function PasswordField({
  label,
  isNew = false,
  ends = 'everywhere else',
  value,
  onChange,
  ref,
}: PasswordFieldProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input.Password
        id={id}
        {...(ref === undefined ? {} : { ref })}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        required
        size="large"
        {...(isNew ? { minLength: SHORTEST, 'aria-describedby': `${id}hint` } : {})}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {isNew && (
        <p id={`${id}hint`} className="mq-muted">
          At least {SHORTEST} characters. You will be signed out {ends}.
        </p>
      )}
    </>
  )
}
