import type { FieldSchema } from '../../../shared/page.ts'
import type { Field, MediaType } from '../../catalog/catalog.ts'
import type { RenderContext } from '../context.ts'

type Sight = Pick<RenderContext, 'catalog' | 'rightsOn'>

/** Sources are offered as a tree of the caller's own, whatever may be read of their media type. */
const SOURCES = 'sources'

/** The media type that a relation leads to, where the caller may read none of its records: the value is withheld too [X17]. */
export function unreadableType(field: Field | undefined, { catalog, rightsOn }: Sight): MediaType | undefined {
  const to = field?.relation?.to
  if (to === undefined || to === SOURCES) return undefined
  const type = catalog.mediaTypes.get(to)
  return type === undefined || rightsOn(type).read ? undefined : type
}

/** A form's fields as this caller has them: what may not be seen is not to be filled in either. */
export function withUnreadable(
  fields: readonly FieldSchema[],
  { fields: of }: Pick<MediaType, 'fields'>,
  sight: Sight,
): readonly FieldSchema[] {
  return fields.map((field) => {
    const type = unreadableType(of.get(field.name), sight)
    return type === undefined ? field : { ...field, readOnly: true, unreadable: type.labelPlural }
  })
}

/** The columns without those that would be empty for this caller, whatever is stored. */
export function readableColumns<C extends FieldSchema>(
  columns: readonly C[],
  { fields }: Pick<MediaType, 'fields'>,
  sight: Sight,
): readonly C[] {
  return columns.filter(({ name }) => unreadableType(fields.get(name), sight) === undefined)
}
