import { Button } from 'antd'
import type { RowName } from '../../../../shared/page-save.ts'
import type { Selection } from '../list/use-selection.ts'

interface SelectionToolsProps {
  readonly selection: Selection<RowName>
  readonly onRemove: () => void
  /** Absent: the rows cannot be moved. */
  readonly onMove?: (() => void) | undefined
}

/** What can be done with the chosen rows. */
export function SelectionTools({ selection, onRemove, onMove }: SelectionToolsProps) {
  const count = selection.ids.size
  return (
    <div className="mq-selection" data-on={count > 0}>
      <span role="status">{count > 0 && `${count} selected`}</span>
      {count > 0 && (
        <>
          <Button size="small" onClick={onRemove}>
            Remove
          </Button>
          {onMove && (
            <Button size="small" onClick={onMove}>
              Move…
            </Button>
          )}
          <Button size="small" type="text" onClick={selection.clear}>
            Clear selection
          </Button>
        </>
      )}
    </div>
  )
}
