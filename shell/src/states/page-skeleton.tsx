import { useEffect, useState } from 'react'

const ROWS = Array.from({ length: 12 }, (_, index) => index)
/** Milliseconds; a quicker answer is not worth a flash of grey. */
const DELAY = 120

export function PageSkeleton({ form = false }: { readonly form?: boolean }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), DELAY)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="mq-page" role="status" aria-label="Loading" aria-busy="true">
      {shown && (
        <>
          {form && <div className="mq-bone mq-bone-crumb" />}
          <div className="mq-bone mq-bone-title" />
          <div className={form ? 'mq-bones-form' : 'mq-bones-list'}>
            {ROWS.map((row) => (
              <div key={row} className="mq-bone" />
            ))}
          </div>
        </>
      )}
    </div>
  )
}
