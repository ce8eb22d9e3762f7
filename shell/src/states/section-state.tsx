import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Loaded } from '../interaction/use-loaded.ts'

/** A section while what it shows is not there, and what it shows once it is. */
export function SectionState<T>(props: { readonly of: Loaded<T>; readonly children: (value: T) => ReactNode }) {
  const { value, error, reload } = props.of
  if (error !== null) {
    return (
      <p className="mq-account-note" role="alert">
        {error instanceof Error ? error.message : 'This could not be loaded.'}{' '}
        <Button size="small" onClick={reload}>
          Try again
        </Button>
      </p>
    )
  }
  if (value === null) return <div className="mq-account-wait mq-bone" role="status" aria-label="Loading" />
  return props.children(value)
}
