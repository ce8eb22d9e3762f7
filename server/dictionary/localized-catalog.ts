import type { Catalog, Field, MediaType, Page } from '../catalog/catalog.ts'
import type { Texts } from './dictionary.ts'
import { resolveText, resolveTexts, type TextOf } from './markers.ts'

const kept = new WeakMap<Catalog, WeakMap<Texts, Catalog>>()

/**
 * The catalog with the dictionary's texts in place of each `{DICT:<key>}` that people read: labels, titles, help, menu
 * groups, enum labels, and what props and configurations say. Made once per catalog and language; a catalog that has
 * none is given back as it is.
 */
export function localizedCatalog(catalog: Catalog, texts: Texts): Catalog {
  const known = kept.get(catalog) ?? new WeakMap<Texts, Catalog>()
  kept.set(catalog, known)
  const localized = known.get(texts) ?? localize(catalog, (key) => texts.byKey.get(key))
  known.set(texts, localized)
  return localized
}

function localize(catalog: Catalog, textOf: TextOf): Catalog {
  const mediaTypes = mapped(catalog.mediaTypes, (type) => localizeType(type, textOf))
  const pages = mapped(catalog.pages, (page) => localizePage(page, textOf))
  return mediaTypes === catalog.mediaTypes && pages === catalog.pages ? catalog : { ...catalog, mediaTypes, pages }
}

function localizeType(type: MediaType, textOf: TextOf): MediaType {
  return changed(type, {
    label: resolveText(type.label, textOf),
    labelPlural: resolveText(type.labelPlural, textOf),
    fields: mapped(type.fields, (field) => localizeField(field, textOf)),
  })
}

function localizeField(field: Field, textOf: TextOf): Field {
  const enumValues = field.enumValues.map((choice) => changed(choice, { label: resolveText(choice.label, textOf) }))
  const same = enumValues.every((choice, index) => choice === field.enumValues[index])
  return changed(field, {
    label: resolveText(field.label, textOf),
    help: field.help && resolveText(field.help, textOf),
    enumValues: same ? field.enumValues : enumValues,
    props: resolveTexts(field.props, textOf),
  })
}

function localizePage(page: Page, textOf: TextOf): Page {
  const components = page.components.map((component) =>
    changed(component, {
      title: component.title && resolveText(component.title, textOf),
      configuration: resolveTexts(component.configuration, textOf),
    }),
  )
  const same = components.every((component, index) => component === page.components[index])
  return changed(page, {
    title: resolveText(page.title, textOf),
    menuGroup: page.menuGroup && resolveText(page.menuGroup, textOf),
    components: same ? page.components : components,
  })
}

/** The object with these members, or itself when they are what it has. */
function changed<T extends object>(object: T, members: Partial<T>): T {
  const names = Object.keys(members) as (keyof T)[]
  return names.every((name) => object[name] === members[name]) ? object : { ...object, ...members }
}

function mapped<K, V>(map: ReadonlyMap<K, V>, change: (value: V) => V): ReadonlyMap<K, V> {
  const entries = [...map].map(([key, value]) => [key, change(value)] as const)
  return entries.every(([key, value]) => map.get(key) === value) ? map : new Map(entries)
}
