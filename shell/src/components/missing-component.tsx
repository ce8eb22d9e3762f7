import { Button } from 'antd'
import { Notice } from '../states/notice.tsx'

/** A component whose file cannot be had: a newer version has taken its place, or the connection broke. */
export function MissingComponent() {
  return (
    <Notice
      tone="warning"
      title="This part of the page could not be loaded"
      action={
        <Button size="small" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      A newer version of Marquee may have taken its place. Reload the page to go on.
    </Notice>
  )
}
