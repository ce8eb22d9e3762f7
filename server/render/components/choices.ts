import type { FieldChoices } from '../../../shared/page.ts'
import type { Field, PageComponent } from '../../catalog/catalog.ts'
import { entryOption, isObject, own } from './configuration.ts'

/**
 * Where the values offered for a field come from, by the component's `choices`: an entry, or several of which the first
 * that applies counts. What is not as expected reads as absent.
 */
export function fieldChoices(field: Field, component: PageComponent): readonly FieldChoices[] {
  const given = entryOption(component, 'choices', field.name)
  return (Array.isArray(given) ? given : [given]).flatMap((entry) => {
    if (!isObject(entry)) return []
    const [mediaType, value, label] = ['mediaType', 'value', 'label'].map((name) => own(entry, name))
    if (typeof mediaType !== 'string' || typeof value !== 'string') return []
    const [by, when] = [textsByName(own(entry, 'by')), textsByName(own(entry, 'when'))]
    return {
      mediaType,
      value,
      ...(typeof label === 'string' ? { label } : {}),
      ...(by === null ? {} : { by }),
      ...(when === null ? {} : { when }),
    }
  })
}

function textsByName(value: unknown): Readonly<Record<string, string>> | null {
  if (!isObject(value)) return null
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
