import { CloseOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { FilterNode, FilterTerm } from '../../../../shared/filter-ast.ts'
import { printFilter } from '../../../../shared/filter-print.ts'
import type { ListColumn } from '../../../../shared/page.ts'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { valuesOf } from './filter-model.ts'
import { FilterPopover } from './filter-popover.tsx'
import { FilterValueText } from './filter-value-text.tsx'
import { operatorWord } from './operators.ts'

const FilterEditor = lazyPart(() => import('./filter-editor.tsx').then((module) => module.FilterEditor))

interface FilterChipProps {
  readonly part: FilterNode
  readonly columns: readonly ListColumn[]
  /** `null` takes the condition away. */
  readonly onChange: (part: FilterNode | null) => void
  /** For conditions that have no editor but their text. */
  readonly onExpert: () => void
}

export function FilterChip({ part, columns, onChange, onExpert }: FilterChipProps) {
  const [open, setOpen] = useState(false)
  const column = part.kind === 'term' ? columns.find((one) => one.name === part.field) : undefined
  if (part.kind === 'group' || !column) {
    const text = printFilter(part)
    return (
      <span className="mq-chip">
        <button type="button" className="mq-chip-face" title={text} onClick={onExpert}>
          <code>{text}</code>
        </button>
        <Remove name={text} onClick={() => onChange(null)} />
      </span>
    )
  }
  const editor = (
    <FilterEditor
      columns={[column]}
      initial={part}
      onApply={(next) => {
        setOpen(false)
        onChange(next)
      }}
    />
  )
  return (
    <span className="mq-chip">
      <FilterPopover open={open} onOpenChange={setOpen} editor={editor}>
        <button type="button" className="mq-chip-face" aria-haspopup="dialog" aria-expanded={open}>
          <Words part={part} column={column} />
        </button>
      </FilterPopover>
      <Remove name={column.label} onClick={() => onChange(null)} />
    </span>
  )
}

function Words({ part, column }: { readonly part: FilterTerm; readonly column: ListColumn }) {
  if (part.operator === 'isempty') {
    return (
      <>
        {column.label} <b>{valuesOf(part)[0] === 'false' ? 'is not empty' : 'is empty'}</b>
      </>
    )
  }
  return (
    <>
      {column.label} <span className="mq-muted">{operatorWord(column, part.operator)}</span>{' '}
      <FilterValueText part={part} column={column} />
    </>
  )
}

function Remove({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return (
    <button type="button" className="mq-chip-remove" aria-label={`Remove filter ${name}`} onClick={onClick}>
      <CloseOutlined />
    </button>
  )
}
