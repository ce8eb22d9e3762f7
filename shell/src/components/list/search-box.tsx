import { CloseOutlined, SearchOutlined } from '@ant-design/icons'
import type { KeyboardEvent, RefObject } from 'react'

interface SearchBoxProps {
  readonly box: RefObject<HTMLInputElement | null>
  readonly label: string
  readonly text: string
  /** The slash key leads here. */
  readonly shortcut?: boolean
  readonly onType: (text: string) => void
  /** Searches at once, without the rest after typing. */
  readonly onEnter: () => void
}

export function SearchBox({ box, label, text, shortcut = true, onType, onEnter }: SearchBoxProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter()
    if (event.key === 'Escape') box.current?.blur()
  }
  return (
    <div className="mq-search">
      <SearchOutlined aria-hidden="true" />
      <input
        ref={box}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={`Search ${label.toLowerCase()}`}
        aria-label={`Search ${label}`}
        {...(shortcut ? { 'aria-keyshortcuts': '/' } : {})}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text === '' ? (
        shortcut && <kbd>/</kbd>
      ) : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            onType('')
            box.current?.focus()
          }}
        >
          <CloseOutlined />
        </button>
      )}
    </div>
  )
}
