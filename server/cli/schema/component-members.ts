import { filled, listOf, mapOf } from './shape.ts'

/** Members that several component types have in their configuration. */
export const component = {
  names: (description: string) => listOf(filled('Name of a field.'), description),
  links: mapOf(
    { kind: 'any', description: 'Key of a page, or {pageKey, id}.' },
    'Pages that values lead to, by field.',
  ),
}
