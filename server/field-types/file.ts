import { storedFile } from './stored-file.ts'

/** A file to download. */
export const file = storedFile({ name: 'File', widget: 'file' })
