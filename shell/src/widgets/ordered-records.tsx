import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { EntityId } from '../../../shared/envelope.ts'
import type { FieldSchema, RelatedLabel } from '../../../shared/page.ts'
import { RecordLink } from './record-link.tsx'
import { RecordSelect } from './record-select.tsx'
import { labelOf, move } from './related-value.ts'

interface OrderedRecordsProps
  extends Pick<Parameters<typeof RecordSelect>[0], 'type' | 'remote' | 'input' | 'placeholder'> {
  readonly field: FieldSchema
  readonly ids: readonly EntityId[]
  readonly labels: readonly RelatedLabel[]
  readonly disabled: boolean
  readonly onChange: (ids: readonly EntityId[], labels: readonly RelatedLabel[]) => void
}

const DIRECTIONS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/** Chosen records in the user's order: alt with the arrow keys, or the buttons, move one. */
export function OrderedRecords({ field, ids, labels, disabled, onChange, ...select }: OrderedRecordsProps) {
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const shift = (index: number, by: 1 | -1) => {
    const to = index + by
    const id = ids[index]
    if (id === undefined || to < 0 || to >= ids.length) return
    onChange(move(ids, index, by), labels)
    setSaid(`${labelOf(labels, id)}, position ${to + 1} of ${ids.length}`)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus())
  }
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    const by = DIRECTIONS[event.key]
    if (!by || !event.altKey || disabled) return
    event.preventDefault()
    shift(index, by)
  }
  return (
    <div className="mq-ordered">
      {ids.length > 0 && (
        <ol ref={list} aria-label={`${field.label}, in order`}>
          {ids.map((id, index) => {
            const label = labelOf(labels, id)
            return (
              <li
                key={id}
                data-id={id}
                tabIndex={disabled ? undefined : 0}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                onKeyDown={onKeyDown(index)}
              >
                <span className="mq-ordered-number">{index + 1}</span>
                <span className="mq-ordered-label">{label}</span>
                {field.props.link && <RecordLink pageKey={field.props.link.pageKey} id={id} label={label} />}
                {!disabled && (
                  <>
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowUpOutlined />}
                      aria-label={`Move ${label} up`}
                      disabled={index === 0}
                      onClick={() => shift(index, -1)}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowDownOutlined />}
                      aria-label={`Move ${label} down`}
                      disabled={index === ids.length - 1}
                      onClick={() => shift(index, 1)}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<CloseOutlined />}
                      aria-label={`Remove ${label}`}
                      onClick={() =>
                        onChange(
                          ids.filter((other) => other !== id),
                          labels,
                        )
                      }
                    />
                  </>
                )}
              </li>
            )
          })}
        </ol>
      )}
      <RecordSelect
        {...select}
        ids={[]}
        labels={labels}
        multiple={false}
        placeholder={`Add to ${field.label.toLowerCase()}`}
        onChange={(added, known) => {
          const fresh = added.filter((id) => !ids.includes(id))
          if (fresh.length > 0) onChange([...ids, ...fresh], [...labels, ...known])
        }}
      />
      <span className="mq-unseen" role="status">
        {said}
      </span>
    </div>
  )
}
