import { boundedMap } from '../auth/bounded-map.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import { type ConfiguredPaths, openApiDocument } from './build.ts'
import type { OpenApiDocument } from './document.ts'

/** A description and its text, made once for callers of equal rights. */
export interface KeptDocument {
  readonly document: OpenApiDocument
  readonly text: string
  /** With its quotes. */
  readonly etag: string
}

/** Rights there are descriptions for at a time: one takes some megabytes, and is soon made again. */
const MOST = 4

/** Keeps descriptions for as long as their catalog is the current one. */
export function keptDocuments(
  digest: (text: string) => string,
  configured?: ConfiguredPaths,
): (catalog: Catalog, rights: Rights) => KeptDocument {
  const byCatalog = new WeakMap<Catalog, ReturnType<typeof boundedMap<KeptDocument>>>()
  return (catalog, rights) => {
    const known = byCatalog.get(catalog) ?? boundedMap<KeptDocument>(MOST)
    byCatalog.set(catalog, known)
    const kept = known.get(rights.signature)
    if (kept !== undefined) return kept
    const document = openApiDocument(catalog, rights, configured)
    const text = JSON.stringify(document)
    const made = { document, text, etag: `"${digest(text)}"` }
    known.set(rights.signature, made)
    return made
  }
}
