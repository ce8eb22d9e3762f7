import type { CleanFilm } from './clean.ts'
import { CORRECTIONS } from './corrections.ts'
import { idOf, type Status } from './film-rows.ts'
import type { NewRow } from './insert.ts'

/** One note for each film that was corrected. */
export function importNoteRows(films: readonly CleanFilm[], movies: ReadonlyMap<string, number>): readonly NewRow[] {
  return films.flatMap((film, index) => {
    if (film.corrections.length === 0) return []
    const note = {
      movie: idOf(movies, film.slug),
      summary: film.corrections.map((correction) => CORRECTIONS[correction].label).join('; '),
      corrections: film.corrections,
      needs_review: needsReview(film),
      source_row: index + 1,
      original: film.raw,
    }
    return [note]
  })
}

/** What was corrected, as an editor's note beside the film; null where nothing was. */
export function editorsNote({ corrections }: CleanFilm): string | null {
  if (corrections.length === 0) return null
  const items = corrections.map((correction) => `<li>${CORRECTIONS[correction].label}</li>`)
  return `<p>Corrected on import:</p><ul>${items.join('')}</ul>`
}

/** Published where nothing is doubtful; a draft where neither critics nor the audience have rated the film. */
export function statusOf(film: CleanFilm): Status {
  if (needsReview(film)) return 'review'
  return film.imdbRating === null && film.rottenTomatoes === null ? 'draft' : 'published'
}

function needsReview(film: CleanFilm): boolean {
  return film.corrections.some((correction) => CORRECTIONS[correction].review)
}
