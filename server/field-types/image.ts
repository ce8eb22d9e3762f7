import { storedFile } from './stored-file.ts'

/** A picture, shown as one. */
export const image = storedFile({ name: 'Image', widget: 'image' })
