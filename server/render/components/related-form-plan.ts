import type { Catalog, Field, MediaType, PageComponent, Relation } from '../../catalog/catalog.ts'
import { textOption, textsOption } from './configuration.ts'
import { plannedOnce } from './planned-once.ts'

/** What the form of a related record is: a form on another media type, and how its record is found. */
export interface RelatedFormPlan {
  readonly relation: Relation
  /** The related media type, less the field that leads back to the page's record. */
  readonly type: MediaType
  /** The component as a form of that media type would be configured. */
  readonly component: PageComponent
  /** Field of the page's media type that names the related record; null: the related record names the page's. */
  readonly field: Field | null
  /** Field of the related media type that names the page's record; null: the page's record names it. */
  readonly back: Field | null
}

/** Plans the form; once per catalog [PR22]. Null where the relation leads to many, or the caller does not know it. */
export const relatedFormPlan = plannedOnce((catalog, component, type): RelatedFormPlan | null =>
  type === undefined ? null : makePlan(catalog, component, type),
)

function makePlan(catalog: Catalog, component: PageComponent, from: MediaType): RelatedFormPlan | null {
  const name = textOption(component, 'relation') ?? ''
  const relation = from.fields.get(name)?.relation ?? from.relations.get(name)
  const related = catalog.mediaTypes.get(relation?.to ?? '')
  if (relation === undefined || related === undefined || relation.cardinality !== 'one') return null
  const { via } = relation
  if (via.kind === 'link') return null
  const holder = via.kind === 'column' ? from : related
  const field = [...holder.fields.values()].find(({ stored, column }) => stored && column === via.column)
  if (field === undefined) return null
  const isBack = via.kind === 'reverse'
  const fields = new Map([...related.fields].filter(([, each]) => !isBack || each !== field))
  return {
    relation,
    type: { ...related, fields },
    component: asForm(component),
    field: isBack ? null : field,
    back: isBack ? field : null,
  }
}

/** `fields` names all that is shown, in one group. */
function asForm(component: PageComponent): PageComponent {
  const fields = textsOption(component, 'fields')
  if (fields === undefined) return component
  const { configuration, title } = component
  return { ...component, configuration: { ...configuration, tabs: [{ key: 'fields', title, fields }], rest: false } }
}
