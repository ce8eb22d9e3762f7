import { useEffect } from 'react'

export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null || title === '' ? 'Marquee' : `${title} · Marquee`
  }, [title])
}
