import { CodeOutlined, FilterOutlined, QuestionOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, type RefObject, Suspense, useMemo, useState } from 'react'
import type { ListSchema } from '../../../../shared/page.ts'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { useShortcut } from '../../interaction/use-shortcut.ts'
import { ColumnChooser } from './column-chooser.tsx'
import type { ColumnChoice } from './columns.ts'
import { FilterChip } from './filter-chip.tsx'
import { type FilterModel, filterError, readFilter, replacePart, writeFilter } from './filter-model.ts'
import { FilterPopover } from './filter-popover.tsx'
import { isFilterError } from './list-failure.tsx'
import { SearchBox } from './search-box.tsx'
import type { ChangeQuery } from './use-list-query.ts'
import { useSearchText } from './use-search-text.ts'

const FilterEditor = lazyPart(() => import('./filter-editor.tsx').then((module) => module.FilterEditor))
const ExpertFilter = lazyPart(() => import('./expert-filter.tsx').then((module) => module.ExpertFilter))
const ShortcutsSheet = lazyPart(() => import('./shortcuts-sheet.tsx').then((module) => module.ShortcutsSheet))

interface FilterBarProps {
  readonly schema: Pick<ListSchema, 'columns' | 'labelField'>
  /** Tells it from the other search bars of the page, which then have the shortcuts to themselves. */
  readonly name?: string
  readonly filter: string
  readonly error: unknown
  readonly change: ChangeQuery
  readonly searchBox: RefObject<HTMLInputElement | null>
  readonly choice: ColumnChoice | null
  readonly onChoice: (choice: ColumnChoice | null) => void
  /** What else can be done with the list. */
  readonly children: ReactNode
}

const NOTHING: FilterModel = { search: '', parts: [] }

/** Search, conditions as chips, the filter's text for experts, and the columns. */
export function FilterBar(props: FilterBarProps) {
  const { schema, name, filter, error, change, searchBox, choice, onChoice, children } = props
  const { columns, labelField } = schema
  const [adding, setAdding] = useState(false)
  const [expert, setExpert] = useState(false)
  const [help, setHelp] = useState(false)
  const named = columns.find((column) => column.name === labelField)
  const related = named?.relatedLabelField
  const model = useMemo(
    () => (filterError(filter) ? NOTHING : readFilter(filter, labelField, related)),
    [filter, labelField, related],
  )
  const apply = (next: FilterModel, replace = false) =>
    change({ filter: writeFilter(next, labelField, related) }, replace)
  const search = useSearchText(model.search, (text) => apply({ ...model, search: text }, true))
  const filterable = columns.filter((column) => column.filterable && column.operators.length > 0)
  const label = named?.label ?? labelField
  // Where records are shown by one of a few choices there is no text to search: a condition says it better.
  const searchable = named?.enumValues === undefined
  const broken = isFilterError(error)

  useShortcut('/', name === undefined ? () => searchBox.current?.focus() : null)
  useShortcut('?', name === undefined ? () => setHelp(true) : null)

  return (
    <search
      className="mq-filterbar"
      aria-label={name === undefined ? 'Search and filter' : `Search and filter ${name}`}
    >
      <div className="mq-filterbar-row">
        {searchable && (
          <SearchBox
            box={searchBox}
            label={label}
            text={search.text}
            shortcut={name === undefined}
            onType={search.type}
            onEnter={search.flush}
          />
        )}
        {filterable.length > 0 && (
          <FilterPopover
            open={adding}
            onOpenChange={setAdding}
            editor={
              <FilterEditor
                columns={filterable}
                onApply={(part) => {
                  setAdding(false)
                  apply({ ...model, parts: [...model.parts, part] })
                }}
              />
            }
          >
            <Button icon={<FilterOutlined aria-hidden="true" />} aria-haspopup="dialog" aria-expanded={adding}>
              Filter
            </Button>
          </FilterPopover>
        )}
        <div className="mq-chips" data-many={model.parts.length > 2}>
          {model.parts.map((part, index) => (
            <FilterChip
              // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no other identity than its place.
              key={index}
              part={part}
              columns={columns}
              onChange={(next) => apply(replacePart(model, index, next))}
              onExpert={() => setExpert(true)}
            />
          ))}
          {filter !== '' && (
            <Button
              type="link"
              size="small"
              onClick={() => {
                search.reset()
                change({ filter: '' })
              }}
            >
              Clear all
            </Button>
          )}
        </div>
        <div className="mq-filterbar-end">
          <Button
            type="text"
            icon={<CodeOutlined />}
            aria-pressed={expert || broken}
            aria-label="Filter as text"
            title="Filter as text"
            onClick={() => setExpert(!expert)}
          />
          <ColumnChooser columns={columns} choice={choice} onChoice={onChoice} />
          {children}
          {name === undefined && (
            <Button
              type="text"
              icon={<QuestionOutlined />}
              aria-label="Keyboard shortcuts"
              title="Keyboard shortcuts (?)"
              onClick={() => setHelp(true)}
            />
          )}
        </div>
      </div>
      {(expert || broken) && (
        <Suspense fallback={null}>
          <ExpertFilter
            key={filter}
            filter={filter}
            error={error}
            onApply={(text) => change({ filter: text })}
            onClose={() => setExpert(false)}
          />
        </Suspense>
      )}
      {help && (
        <Suspense fallback={null}>
          <ShortcutsSheet onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </search>
  )
}
