import type { MetadataDocument } from '../../../catalog/document.ts'
import type { DocumentProblem, Path } from '../../../catalog/shapes/check-shape.ts'
import type { Metadata } from '../metadata.ts'

/** What is to be called otherwise: new names to old ones. */
export interface Renames {
  readonly types: ReadonlyMap<string, string>
  /** By the media type's new name. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly problems: readonly DocumentProblem[]
}

interface Renamed {
  readonly name: string
  readonly renamedFrom?: string
}

/**
 * The `renamedFrom` of a document that mean something to these rows. Where the new name is there already the renaming
 * was done before, where the old one is not there is nothing to rename: the document is one for every environment.
 */
export function findRenames(metadata: Metadata, { mediaTypes }: MetadataDocument): Renames {
  const problems: DocumentProblem[] = []
  const known = new Set(metadata.mediaTypes.map(({ name }) => name))
  const system = new Set(metadata.mediaTypes.flatMap(({ name, is_system }) => (is_system ? [name] : [])))
  const types = renamesOf(mediaTypes, known, ['mediaTypes'], problems)
  for (const [name, old] of types) {
    if (!system.has(old)) continue
    const path = ['mediaTypes', mediaTypes.findIndex((type) => type.name === name), 'renamedFrom']
    problems.push({ path, message: `${old} is part of Marquee and keeps its name` })
  }
  const fields = mediaTypes.map(({ name, fields }, index) => {
    const stored = metadata.fields.filter(({ mediatype }) => mediatype === (types.get(name) ?? name))
    const names = new Set(stored.map((field) => field.name))
    return [name, renamesOf(fields, names, ['mediaTypes', index, 'fields'], problems)] as const
  })
  return { types, fields: new Map(fields.filter(([, renames]) => renames.size > 0)), problems }
}

function renamesOf(
  parts: readonly Renamed[],
  known: ReadonlySet<string>,
  path: Path,
  problems: DocumentProblem[],
): ReadonlyMap<string, string> {
  const renames = new Map<string, string>()
  for (const [index, { name, renamedFrom: old }] of parts.entries()) {
    if (old === undefined || known.has(name) || !known.has(old)) continue
    const wrong = (message: string): void => void problems.push({ path: [...path, index, 'renamedFrom'], message })
    if (parts.some((part) => part.name === old)) wrong(`${old} is in the document still`)
    else if ([...renames.values()].includes(old)) wrong(`${old} is renamed to something else already`)
    else renames.set(name, old)
  }
  return renames
}
