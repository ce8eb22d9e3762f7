import { registry } from '../../../registry.ts'
import type { FileSource } from './source.ts'

/** Every kind of descriptor in `_links._files`. */
export const fileSources = registry<FileSource>('file source', [])
