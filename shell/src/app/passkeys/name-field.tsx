import { Input } from 'antd'
import { useId } from 'react'

interface NameFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** As the server takes it. */
const LONGEST = 100

/** What a passkey is called, so that its user can tell it from the others. */
export function NameField({ value, onChange }: NameFieldProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>Name</label>
      <Input
        id={id}
        autoComplete="off"
        required
        size="large"
        maxLength={LONGEST}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
