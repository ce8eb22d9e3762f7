import { type Entity, readRecords } from '@marquee/remote'
import { useEffect, useState } from 'react'
import { dollars } from './shares.ts'

export interface Film {
  readonly id: number
  readonly title: string
  readonly year: string
  readonly gross: string
}

type Found =
  | { readonly kind: 'loading' }
  | { readonly kind: 'found'; readonly films: readonly Film[] }
  | { readonly kind: 'failed'; readonly reason: string }

const MOST = 5

/** The director's most successful films, as far as the user may see them, less the one on the page. */
export function useDirectorsFilms(director: number, but: number | null): Found {
  const [found, setFound] = useState<Found>({ kind: 'loading' })
  useEffect(() => {
    const abort = new AbortController()
    const query = {
      filter: `director_$eq_${director}_$and_worldwide_gross_$isempty_false`,
      fields: 'title,year,worldwide_gross',
      sort: '-worldwide_gross',
      pageSize: MOST + 1,
    }
    readRecords('movies', query, abort.signal).then(
      (entities) => {
        const others = entities.filter(({ _id }) => _id !== but).slice(0, MOST)
        setFound({ kind: 'found', films: others.map(filmOf) })
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setFound({ kind: 'failed', reason: String((error as Error).message) })
      },
    )
    return () => abort.abort()
  }, [director, but])
  return found
}

function filmOf({ _id, title, year, worldwide_gross }: Entity): Film {
  return { id: _id, title: String(title), year: String(year ?? ''), gross: dollars(Number(worldwide_gross)) }
}
