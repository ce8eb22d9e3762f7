import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { RelatedListSchema } from '../../../../shared/related-list.ts'
import { countsText, type EditCounts } from './edits/list-edits.ts'
import { lowered } from './texts.ts'

interface ListHeadProps {
  readonly schema: RelatedListSchema
  /** How many rows there are, in words; null: it is not known yet. */
  readonly count: string | null
  readonly counts: EditCounts
  readonly writable: boolean
  /** Only what is unsaved is shown; null: there is nothing else. */
  readonly onlyUnsaved: boolean | null
  readonly onOnlyUnsaved: (only: boolean) => void
  readonly onChoose: () => void
  readonly onCreate: () => void
  /** More tools, at the end. */
  readonly children?: ReactNode
}

/** How many rows there are, what of them is unsaved, and how more are put in. */
export function ListHead(props: ListHeadProps) {
  const { schema, count, counts, onlyUnsaved, onOnlyUnsaved } = props
  const unsaved = countsText(counts)
  return (
    <div className="mq-related-head">
      <span className="mq-related-count">{count}</span>
      <span className="mq-related-unsaved" role="status">
        {unsaved}
      </span>
      {onlyUnsaved !== null && (onlyUnsaved || counts.added + counts.changed + counts.removed > 0) && (
        <Button type="link" size="small" aria-pressed={onlyUnsaved} onClick={() => onOnlyUnsaved(!onlyUnsaved)}>
          {onlyUnsaved ? 'Show all' : 'Show only these'}
        </Button>
      )}
      <span className="mq-related-tools">
        {props.children}
        {props.writable && schema.create && (
          <Button icon={<PlusOutlined aria-hidden="true" />} onClick={props.onCreate}>
            New {lowered(schema.create.label)}
          </Button>
        )}
        {props.writable && schema.choose && (
          <Button icon={<PlusOutlined aria-hidden="true" />} onClick={props.onChoose}>
            Add {schema.choose.labelPlural.toLowerCase()}
          </Button>
        )}
      </span>
    </div>
  )
}
