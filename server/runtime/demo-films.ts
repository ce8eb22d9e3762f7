import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseFilms, type RawFilm } from '../demo/raw-film.ts'

/** The 3,201 films of the package vega-datasets (BSD-3-Clause), read from where it is installed. */
export async function loadFilms(): Promise<readonly RawFilm[]> {
  // the package exports its program only; its data lies beside it
  const program = createRequire(import.meta.url).resolve('vega-datasets')
  return parseFilms(JSON.parse(await readFile(join(dirname(program), '../data/movies.json'), 'utf8')))
}
