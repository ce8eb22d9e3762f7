import { Button, Modal } from 'antd'
import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'

/** Asks before unsaved edits are left behind, within the application and when the tab closes. */
export function LeaveGuard({ dirty, leaving }: { readonly dirty: boolean; readonly leaving: RefObject<boolean> }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !leaving.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [dirty])
  if (blocker.state !== 'blocked') return null
  return (
    <Modal
      open
      width={420}
      title="Leave without saving?"
      onCancel={() => blocker.reset()}
      footer={[
        <Button key="leave" danger onClick={() => blocker.proceed()}>
          Leave without saving
        </Button>,
        <Button key="stay" type="primary" autoFocus onClick={() => blocker.reset()}>
          Stay
        </Button>,
      ]}
    >
      The changes on this page are not saved yet.
    </Modal>
  )
}
