import { Button } from 'antd'

export function DiscardedToast({ onUndo }: { readonly onUndo: () => void }) {
  return (
    <span>
      Changes discarded{' '}
      <Button type="link" size="small" onClick={onUndo}>
        Undo
      </Button>
    </span>
  )
}
