import { type ReactNode, useState } from 'react'
import { plainText } from '../../cells/plain-text.ts'

/** Characters that are shown without asking. */
const SHOWN = 600

/** A long value shows its beginning, and all of it when asked for. */
export function Folded({ value, children }: { readonly value: unknown; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false)
  if (plainText(value).length <= SHOWN) return <div className="mq-changes-value">{children}</div>
  return (
    <>
      <div className="mq-changes-value" data-folded={!open}>
        {children}
      </div>
      <button type="button" className="mq-changes-fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Show less' : 'Show all'}
      </button>
    </>
  )
}
