import type { RelatedRecords } from './page-builder.ts'

/** The films of a person, a distributor or a word that films are described by. */
export function relatedFilms(relation: string, title = 'Films'): RelatedRecords {
  const columns = ['title', 'release_date', 'director', 'rating', 'worldwide_gross', 'imdb_rating', 'status']
  return {
    key: 'films',
    type: 'relatedList',
    title,
    configuration: {
      relation,
      // who looks at a person's films knows who directed them
      columns: columns.filter((name) => !relation.endsWith(`[${name}]`)),
      hidden: ['year', 'genres', 'distributor', 'running_time', 'us_gross', 'production_budget', 'slug'].filter(
        (name) => !relation.endsWith(`[${name}]`),
      ),
      editable: ['release_date', 'status'],
      create: ['title', 'slug', 'release_date', 'status'],
      defaultSort: '-release_date',
      rowPageKey: 'film',
      links: { director: 'person', rating: 'rating' },
    },
  }
}
