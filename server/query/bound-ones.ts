import type { Catalog } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import { type BoundRead, knownId } from './bind.ts'
import type { ReadRequest } from './request.ts'

interface Entry {
  readonly catalog: Catalog
  readonly bound: BoundRead
  readonly planKey: string
}

const MAX_ENTRIES = 500
const MAX_KEY_LENGTH = 500

/**
 * Keeps reads of one record as they were bound: those of other ids differ by the id alone, which is the first value of
 * the statement. Valid for the catalog they were bound against.
 */
export class BoundOnes {
  private readonly entries = new Map<string, Entry>()

  get(
    request: ReadRequest,
    id: number | null,
    rights: Rights,
    catalog: Catalog,
    bind: () => BoundRead,
  ): { readonly bound: BoundRead; readonly planKey: string } {
    const key = `${request.mediaType} ${rights.signature} ${request.query}`
    const known = this.entries.get(key)
    if (known?.catalog === catalog) {
      const values = known.bound.values.slice()
      values[0] = knownId(id)
      return { bound: { ...known.bound, request, values }, planKey: known.planKey }
    }
    const bound = bind()
    const planKey = JSON.stringify(bound.plan)
    if (key.length <= MAX_KEY_LENGTH) {
      if (this.entries.size >= MAX_ENTRIES) this.entries.clear()
      this.entries.set(key, { catalog, bound, planKey })
    }
    return { bound, planKey }
  }
}
