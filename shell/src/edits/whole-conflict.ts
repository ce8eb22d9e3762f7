import type { FieldSchema } from '../../../shared/page.ts'
import type { Conflict } from './editor.ts'

/** A conflict about a record or a row as a whole: what became of it on either side is told in words. */
export function wholeConflict(id: string, label: string, mine: string, theirs: string): Conflict {
  const said = (value: string) => ({ value, labels: [] })
  return { id, label, field: AS_TEXT, mine: said(mine), theirs: said(theirs) }
}

const AS_TEXT: FieldSchema = {
  name: '',
  type: 'Text',
  widget: 'text',
  label: '',
  required: false,
  readOnly: true,
  props: {},
  validation: {},
}
