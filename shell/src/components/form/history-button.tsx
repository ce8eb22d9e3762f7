import { HistoryOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useRef, useState } from 'react'
import type { FieldSchema } from '../../../../shared/page.ts'
import type { RecordVersion } from '../../api/records.ts'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { usePage } from '../../routing/page-context.ts'

const HistoryDrawer = lazyPart(() => import('../history/history-drawer.tsx').then((module) => module.HistoryDrawer))

interface HistoryButtonProps {
  readonly record: RecordVersion
  readonly fields: readonly FieldSchema[]
  readonly canRestore: boolean
  readonly dirty: boolean
  readonly newest: () => Promise<boolean>
}

/** Opens the record's history. */
export function HistoryButton(props: HistoryButtonProps) {
  const { title } = usePage()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    // The drawer keeps the focus to itself until it is gone.
    requestAnimationFrame(() => requestAnimationFrame(() => button.current?.focus()))
  }
  return (
    <>
      <Button
        ref={button}
        type="text"
        icon={<HistoryOutlined aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        History
      </Button>
      {open && (
        <Suspense fallback={null}>
          <HistoryDrawer {...props} title={title} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
