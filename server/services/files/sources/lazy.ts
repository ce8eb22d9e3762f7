import type { FileSource } from './source.ts'

/** A file that the caller puts into the storage area itself, later [FD:lazy] [UP4]. */
export const lazy: FileSource<true> = {
  name: 'lazy',
  members: [],
  needsSize: true,
  parse: () => true,
  open: async () => null,
}
