import { Select } from 'antd'
import { type ReactElement, useRef, useState } from 'react'
import type { EntityId } from '../../../shared/envelope.ts'
import type { RelatedLabel } from '../../../shared/page.ts'
import type { RelatedType } from '../api/records.ts'
import { labelOf } from './related-value.ts'
import { useRelatedSearch } from './use-related-search.ts'

interface RecordSelectProps {
  readonly type: RelatedType | undefined
  readonly ids: readonly EntityId[]
  readonly labels: readonly RelatedLabel[]
  readonly multiple: boolean
  /** Asks the server for what is typed; otherwise all records are loaded once and filtered here. */
  readonly remote: boolean
  readonly onChange: (ids: readonly EntityId[], labels: readonly RelatedLabel[]) => void
  readonly clearable?: boolean
  /** Folds the list up after each choice, also where several can be chosen. */
  readonly closeOnChoice?: boolean
  readonly placeholder?: string
  readonly tag?: (props: {
    readonly id: EntityId
    readonly label: string
    readonly onClose: () => void
    readonly closable: boolean
  }) => ReactElement
  readonly input: {
    readonly id?: string
    readonly disabled?: boolean
    readonly status?: 'error' | ''
    readonly 'aria-label'?: string
    readonly 'aria-describedby'?: string | undefined
    readonly 'aria-invalid'?: boolean | undefined
    readonly 'aria-required'?: boolean | undefined
    readonly autoFocus?: boolean
  }
}

const PAGE = 20
/** The data API's own maximum. */
const ALL = 600

/** Chooses records of a media type by their labels. */
export function RecordSelect(props: RecordSelectProps) {
  const { type, ids, labels, multiple, remote, onChange, tag } = props
  const { found, busy, failed, search } = useRelatedSearch(type, remote ? PAGE : ALL)
  // The list may open after the first key: it must not ask for something else than what is typed by then.
  const typed = useRef('')
  const ask = (text: string) => {
    typed.current = text
    search(remote ? text : '')
  }
  const [open, setOpen] = useState(false)
  const known = new Map([...labels, ...found].map((record) => [record.id, record]))
  const choose = (next: readonly EntityId[]) =>
    onChange(
      next,
      next.map((id) => known.get(id) ?? { id, label: `#${id}` }),
    )
  const options = found.map((record) => ({ value: record.id, label: record.label }))
  const chosen = ids.map((id) => ({ value: id, label: labelOf([...known.values()], id) }))
  const single = chosen[0] ?? null
  return (
    <Select<{ value: EntityId; label: string } | { value: EntityId; label: string }[] | null>
      {...props.input}
      className="mq-fill"
      labelInValue
      {...(multiple ? { mode: 'multiple' as const } : {})}
      allowClear={props.clearable ?? true}
      placeholder={props.placeholder ?? 'Type to search'}
      showSearch={remote ? { filterOption: false, onSearch: ask } : { optionFilterProp: 'label' }}
      loading={busy}
      notFoundContent={busy ? 'Searching…' : failed ? 'The records could not be loaded' : 'Nothing found'}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (next) ask(typed.current)
        else typed.current = ''
      }}
      options={options}
      value={multiple ? chosen : single}
      onChange={(next) =>
        choose(
          next === null || next === undefined
            ? []
            : Array.isArray(next)
              ? next.map((item) => item.value)
              : [next.value],
        )
      }
      onSelect={() => {
        if (props.closeOnChoice) setOpen(false)
      }}
      {...(tag
        ? {
            tagRender: (item: { value: unknown; label: unknown; onClose: () => void; closable: boolean }) =>
              tag({
                id: item.value as EntityId,
                label: String(item.label),
                onClose: item.onClose,
                closable: item.closable,
              }),
          }
        : {})}
    />
  )
}
