import type { Entity, EntityId } from '../../../shared/envelope.ts'
import type { FieldChoices, RelatedLabel } from '../../../shared/page.ts'
import type { Field } from '../../catalog/catalog.ts'
import type { ComponentContext } from '../context.ts'
import { fieldChoices } from './choices.ts'
import { textsOf } from './labels.ts'

/** Labels of one record, by field. */
type Labels = Readonly<Record<string, readonly RelatedLabel[]>>

/** What the ids stand for that fields hold which are no relations, but name records of one media type or another. */
export async function choiceLabels(
  fields: readonly Field[],
  entities: readonly Entity[],
  context: ComponentContext,
): Promise<(entity: Entity) => Labels> {
  const chosen = fields.flatMap((field) => {
    const choices = fieldChoices(field, context.component).filter(({ value }) => value === 'id')
    return choices.length === 0 ? [] : [{ name: field.name, choices }]
  })
  const wanted = new Map<string, { readonly label: string; readonly ids: Set<EntityId> }>()
  for (const entity of entities) {
    for (const { name, choices } of chosen) {
      const [applying, id] = [applied(choices, entity), entity[name]]
      if (applying?.label === undefined || typeof id !== 'number') continue
      const entry = wanted.get(applying.mediaType) ?? { label: applying.label, ids: new Set() }
      wanted.set(applying.mediaType, entry)
      entry.ids.add(id)
    }
  }
  const known = [...wanted].filter(([type]) => context.catalog.mediaTypes.has(type))
  const read = known.map(
    async ([type, { label, ids }]) => [type, await textsOf(type, label, [...ids], context)] as const,
  )
  const texts = new Map(await Promise.all(read))
  return (entity) =>
    Object.fromEntries(
      chosen.flatMap(({ name, choices }) => {
        const id = entity[name]
        const label = typeof id === 'number' ? texts.get(applied(choices, entity)?.mediaType ?? '')?.get(id) : undefined
        return label === undefined ? [] : [[name, [{ id: id as EntityId, label }]]]
      }),
    )
}

function applied(choices: readonly FieldChoices[], entity: Entity): FieldChoices | undefined {
  return choices.find(({ when = {} }) =>
    Object.entries(when).every(([name, text]) => String(entity[name] ?? '') === text),
  )
}
