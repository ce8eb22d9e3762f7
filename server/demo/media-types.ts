import type { MediaTypeDocument } from '../catalog/document.ts'
import { collectionMovies, collections } from './media-types/collections.ts'
import { importNotes } from './media-types/import-notes.ts'
import { movies } from './media-types/movies.ts'
import { people } from './media-types/people.ts'
import { creativeTypes, distributors, genres, ratings } from './media-types/vocabularies.ts'

/** The demo catalogue: films, who made and sold them, the words they are described by, and collections of them. */
export const demoMediaTypes: readonly MediaTypeDocument[] = [
  movies,
  people,
  distributors,
  genres,
  creativeTypes,
  ratings,
  collections,
  collectionMovies,
  importNotes,
]
