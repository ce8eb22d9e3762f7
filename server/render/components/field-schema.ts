import type { FieldSchema } from '../../../shared/page.ts'
import type { Catalog, Field, PageComponent } from '../../catalog/catalog.ts'
import { fieldChoices } from './choices.ts'
import { entryOption, isObject, own } from './configuration.ts'

/** A field as the shell's widget needs it (specification, "Form component schema"). */
export function fieldSchema(field: Field, component: PageComponent, catalog: Catalog): FieldSchema {
  const link = fieldLink(field, component, catalog)
  const choices = fieldChoices(field, component)
  return {
    name: field.name,
    type: field.type.name,
    widget: choices.length === 0 ? field.type.widget : CHOICE,
    label: field.label,
    required: field.required,
    readOnly: field.readOnly,
    ...(field.defaultValue === null ? {} : { defaultValue: field.defaultValue }),
    ...(field.enumValues.length === 0 ? {} : { enumValues: field.enumValues }),
    ...(choices.length === 0 ? {} : { choices }),
    ...relationMembers(field, catalog),
    ...(field.help === null ? {} : { help: field.help }),
    props: { ...field.type.props(field), ...(link === undefined ? {} : { link }) },
    validation: field.type.validation(field),
  }
}

/** The widget that offers values of records; a shell without it shows text. */
const CHOICE = 'choice'

type RelationMembers = Pick<FieldSchema, 'relatedMediaType' | 'relatedLabelField' | 'linkKey' | 'multiple' | 'ordered'>

function relationMembers({ relation }: Field, catalog: Catalog): RelationMembers {
  if (relation === null) return {}
  const nameField = catalog.mediaTypes.get(relation.to)?.nameField ?? null
  return {
    relatedMediaType: relation.to,
    ...(nameField === null ? {} : { relatedLabelField: nameField }),
    linkKey: relation.key,
    multiple: relation.cardinality === 'many',
    ordered: relation.via.kind === 'link' && relation.via.orderColumn !== null,
  }
}

const REDIRECT = 'REDIRECT_TO_EDIT_PAGE_BY_FIELD'

/**
 * Where a field redirects to: by the component's `links`, else by the field's own `REDIRECT_TO_EDIT_PAGE_BY_FIELD`, a
 * page key or `{pageKey, id}`. `id` names the field that holds the item's id and is the field itself unless given. What
 * is handed on is the field type's decision.
 */
function fieldLink(field: Field, component: PageComponent, catalog: Catalog): FieldSchema['props']['link'] {
  const redirect = entryOption(component, 'links', field.name) ?? own(field.props, REDIRECT)
  const pageKey = isObject(redirect) ? own(redirect, 'pageKey') : redirect
  if (typeof pageKey !== 'string' || !catalog.pages.has(pageKey)) return undefined
  const id = isObject(redirect) ? own(redirect, 'id') : undefined
  return field.type.link?.({ pageKey, id: typeof id === 'string' ? id : field.name })
}
