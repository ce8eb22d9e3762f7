import { Button } from 'antd'
import type { Selection } from './use-selection.ts'

export function SelectionBar({ selection }: { readonly selection: Selection }) {
  const count = selection.ids.size
  return (
    <div className="mq-selection" data-on={count > 0}>
      <span role="status">{count > 0 && `${count} selected`}</span>
      {count > 0 && (
        <Button size="small" onClick={selection.clear}>
          Clear selection
        </Button>
      )}
    </div>
  )
}
