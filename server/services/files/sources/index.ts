import { registry } from '../../../registry.ts'
import { inline } from './inline.ts'
import { lazy } from './lazy.ts'
import type { FileSource } from './source.ts'

/** Every kind of descriptor in `_links._files`. */
export const fileSources = registry('file source', [inline, lazy] as readonly FileSource[])
