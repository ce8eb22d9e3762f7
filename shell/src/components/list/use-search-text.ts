import { useEffect, useRef, useState } from 'react'

/** Milliseconds of rest before the list follows what is typed. */
const REST = 250

/** The search box's text: ahead of the filter while the user types, the filter's own otherwise. */
export function useSearchText(search: string, onSearch: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const current = useRef(onSearch)
  current.current = onSearch
  useEffect(() => () => clearTimeout(timer.current), [])
  // The filter has caught up, or changed by other means: the box follows it again.
  const [followed, setFollowed] = useState(search)
  if (followed !== search) {
    setFollowed(search)
    if (draft === null || draft.trim() === search) setDraft(null)
  }
  const apply = (text: string) => {
    clearTimeout(timer.current)
    current.current(text.trim())
  }
  return {
    text: draft ?? search,
    type: (text: string) => {
      setDraft(text)
      clearTimeout(timer.current)
      if (text === '') return apply('')
      timer.current = setTimeout(() => apply(text), REST)
    },
    flush: () => draft !== null && apply(draft),
    reset: () => {
      clearTimeout(timer.current)
      setDraft(null)
    },
  }
}
