import type { FieldSchema } from '../../../shared/page.ts'

/** The id a number field's link leads to: in the field its link names, else in itself; `undefined` when there is none. */
export function linkedId(
  field: Pick<FieldSchema, 'name' | 'props'>,
  valueIn: (name: string) => unknown,
): number | undefined {
  const { link } = field.props
  if (link === undefined) return undefined
  const id = valueIn(link.id ?? field.name)
  return typeof id === 'number' ? id : undefined
}
