import { CloseOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import type { Mark, PermissionCategoryKey, PermissionRow } from '../../../../shared/permission-list.ts'
import { EmptyState } from '../../states/empty-state.tsx'
import { type FieldChoice, fieldMarks, withMark } from './edits.ts'
import { foundRows, linesOf, type Opened } from './lines.ts'
import { Matrix } from './matrix.tsx'
import { canBeInherited, explanation, TITLES } from './texts.ts'
import type { PermissionEdits } from './use-permission-edits.ts'

interface CategoryViewProps {
  readonly category: PermissionCategoryKey
  readonly ownerType: number
  readonly readOnly: boolean
  readonly state: PermissionEdits
}

/** One kind of things: what to look for, the matrix, and what has to be known of it. */
export function CategoryView({ category, ownerType, readOnly, state }: CategoryViewProps) {
  const { rows, edits, put, mark, choose } = state
  const [filter, setFilter] = useState('')
  const [heldOnly, setHeldOnly] = useState(false)
  const [opened, setOpened] = useState<Opened>(new Map())
  const lines = useMemo(
    () => linesOf({ rows, category, opened, filter, heldOnly }),
    [rows, category, opened, filter, heldOnly],
  )
  const onOpen = useCallback((key: string, open: boolean) => setOpened((now) => new Map(now).set(key, open)), [])
  const onAll = (column: Mark | FieldChoice, given: boolean) => {
    put(allOf(foundRows(lines), column, given))
  }
  const title = TITLES[category]
  const inherits = canBeInherited(category, ownerType)
  return (
    <div className="mq-permissions-category">
      <div className="mq-permissions-bar">
        <Search label={title} text={filter} onType={setFilter} />
        <label className="mq-permissions-only">
          <input
            type="checkbox"
            className="mq-mark"
            checked={heldOnly}
            onChange={(event) => setHeldOnly(event.target.checked)}
          />
          Only those with a rule
        </label>
        {category === 'booleans' && !readOnly && <AddSwitch state={state} />}
        {category !== 'fields' && inherits && <Legend />}
      </div>
      <p className="mq-permissions-hint">{explanation(category, ownerType)}</p>
      {lines.length === 0 ? (
        <Nothing category={category} isNarrowed={filter.trim() !== '' || heldOnly} />
      ) : (
        <Matrix
          label={title}
          category={category}
          lines={lines}
          changed={(key) => edits.has(key)}
          readOnly={readOnly}
          inherits={inherits}
          onMark={mark}
          onChoice={choose}
          onOpen={onOpen}
          onAll={onAll}
        />
      )}
    </div>
  )
}

/** Below a source that is given to, its own sources have it already. */
function allOf(rows: readonly PermissionRow[], column: Mark | FieldChoice, given: boolean) {
  const shown = new Set(rows.map(({ key }) => key))
  return rows.flatMap((row) => {
    if (column !== 'canRead' && column !== 'canWrite' && column !== 'canDelete')
      return [[row.key, fieldMarks(column)] as const]
    const isBelow = row.category === 'sources' && row.parent !== undefined && shown.has(row.parent)
    if (!row.givable.includes(column) || (given && (isBelow || row.effective[column]))) return []
    return [[row.key, withMark(row, column, given)] as const]
  })
}

interface SearchProps {
  readonly label: string
  readonly text: string
  readonly onType: (text: string) => void
}

function Search({ label, text, onType }: SearchProps) {
  return (
    <div className="mq-search">
      <SearchOutlined aria-hidden="true" />
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder="Filter"
        aria-label={`Filter ${label.toLowerCase()}`}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          // it is no answer to the form
          if (event.key === 'Enter') event.preventDefault()
          if (event.key === 'Escape') onType('')
        }}
      />
      {text !== '' && (
        <button type="button" aria-label="Clear the filter" onClick={() => onType('')}>
          <CloseOutlined aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

function AddSwitch({ state: { addSwitch, mark } }: { readonly state: PermissionEdits }) {
  const [name, setName] = useState('')
  const key = name.trim()
  const add = () => {
    if (key === '') return
    mark(addSwitch(key), 'canRead', true)
    setName('')
  }
  return (
    <span className="mq-permissions-add">
      <Input
        value={name}
        maxLength={200}
        placeholder="Key of a switch"
        aria-label="Key of a switch"
        onChange={(event) => setName(event.target.value)}
        onPressEnter={(event) => {
          event.preventDefault()
          add()
        }}
      />
      <Button disabled={key === '' || key.startsWith('field:')} onClick={add}>
        Add
      </Button>
    </span>
  )
}

function Legend() {
  return (
    <ul className="mq-permissions-legend" aria-label="What the marks mean">
      <li>
        <span className="mq-mark" data-sample="own" aria-hidden="true" /> given here
      </li>
      <li>
        <span className="mq-mark" data-sample="elsewhere" aria-hidden="true" /> from elsewhere
      </li>
    </ul>
  )
}

function Nothing({ category, isNarrowed }: { readonly category: PermissionCategoryKey; readonly isNarrowed: boolean }) {
  const title = TITLES[category].toLowerCase()
  if (isNarrowed) return <EmptyState title={`No ${title} found`} text="Nothing here answers the filter." />
  return (
    <EmptyState
      title={`No ${title}`}
      text={
        category === 'booleans'
          ? 'Switches are told apart by keys that customers’ own bundles ask for.'
          : 'There are none yet.'
      }
    />
  )
}
