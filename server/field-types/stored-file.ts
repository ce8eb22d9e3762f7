import { STORED_FILE } from '../../shared/values/stored-file.ts'
import type { FieldType } from './field-type.ts'
import { textLike } from './text-like.ts'

/** A type that names a file: its web address, or the name it is stored under. */
export function storedFile(type: Pick<FieldType, 'name' | 'widget'>): FieldType {
  return textLike({ ...STORED_FILE, ...type, schema: () => ({ examples: ['poster.jpg'] }) })
}
