import { either, filled, listOf, mapOf, object, required } from './shape.ts'

/** Where a value leads to. */
export const leadsTo = (description: string) =>
  either(description, 'the key of a page, or {pageKey, id}', [
    filled('Key of a page.'),
    object('A page, and the field that holds the record’s id.', {
      pageKey: required(filled('Key of a page.')),
      id: filled('Field that holds the id.'),
    }),
  ])

/** Members that several component types have in their configuration. */
export const component = {
  names: (description: string) => listOf(filled('Name of a field.'), description),
  links: mapOf(leadsTo('Key of a page, or {pageKey, id}.'), 'Pages that values lead to, by field.'),
}
