import { Popover } from 'antd'
import { type PropsWithChildren, type ReactElement, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { openListIn } from './value-list.ts'

interface FilterPopoverProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly editor: ReactElement
}

/** Shows the editor of a condition at a button. A click beside it closes what is open and reaches nothing beneath. */
export function FilterPopover({ open, onOpenChange, editor, children }: PropsWithChildren<FilterPopoverProps>) {
  // The editor closes when the pointer goes down; what it was clicked away with must not land on the page.
  const [pressed, setPressed] = useState(false)
  const release = () => setPressed(false)
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={open}
        onOpenChange={(next) => {
          // With the list of a value's options open, only that list closes.
          if (next || !openListIn(document)) onOpenChange(next)
        }}
        destroyOnHidden
        content={<Suspense fallback={null}>{editor}</Suspense>}
      >
        {children}
      </Popover>
      {(open || pressed) &&
        createPortal(
          <div
            className="mq-filter-mask"
            aria-hidden="true"
            onPointerDown={() => setPressed(true)}
            onPointerMove={(event) => event.buttons === 0 && release()}
            onPointerCancel={release}
            onClick={release}
          />,
          document.body,
        )}
    </>
  )
}
