import type { FieldSchema } from '../../../../shared/page.ts'
import { widgetOf } from '../../widgets/index.ts'

/**
 * The fields that take a whole row of the two-column form: those that are wide by nature, and a text that would stand
 * alone beside a hole because the next one is.
 */
export function wideFields(fields: readonly FieldSchema[]): ReadonlySet<string> {
  const wide = new Set<string>()
  let column = 0
  fields.forEach((field, index) => {
    const next = fields[index + 1]
    const alone = column === 0 && next !== undefined && isWide(next)
    if (isWide(field) || (alone && widgetOf(field.widget).stretches)) {
      wide.add(field.name)
      column = 0
    } else column = alone ? 0 : 1 - column
  })
  return wide
}

function isWide(field: FieldSchema): boolean {
  return widgetOf(field.widget).wide === true || field.ordered === true
}
