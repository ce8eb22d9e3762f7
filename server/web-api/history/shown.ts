import type { HistoryField, HistoryRelation, HistoryVersion } from '../../../shared/history.ts'
import type { Catalog, MediaType } from '../../catalog/catalog.ts'
import { type Difference, differenceOf } from '../../services/history/difference.ts'
import { FILES, type HistoryEntry } from '../../services/history/entry.ts'
import { formerName } from '../../services/history/names.ts'

/** Names and labels of a record's fields and relations, as its media type has them now. */
export interface Labels {
  /** Where a field stands among the others. */
  readonly place: (name: string) => number
  readonly field: (name: string) => string
  readonly relation: (key: string) => string
}

/** What the catalog does not have any more is called by its name. */
export function labelsOf(type: MediaType | undefined, { mediaTypes }: Catalog): Labels {
  const order = [...(type?.fields.keys() ?? [])]
  const relationLabel = (key: string): string => {
    const relation = type?.relations.get(key)
    if (relation === undefined) return key
    const field = relation.field === null ? undefined : type?.fields.get(relation.field)
    return field?.label ?? mediaTypes.get(relation.to)?.labelPlural ?? key
  }
  return {
    place: (name) => (order.includes(name) ? order.indexOf(name) : order.length),
    field: (name) => {
      if (name === FILES) return 'Files'
      return type?.fields.get(name)?.label ?? relationLabel(type?.relations.has(name) ? name : formerName(name))
    },
    relation: relationLabel,
  }
}

export function shownEntry(entry: HistoryEntry, labels: Labels): HistoryVersion {
  const { _version: version, _operation: operation, _at: at, _user: user } = entry
  // the removal of a record tells what it held: it is no difference of versions, but this one's own
  const own = differenceOf([{ ...entry, _operation: 'Changed' }])
  return { version, operation, at, user, ...shownDifference(own, labels) }
}

export function shownDifference(
  { fields, relations }: Difference,
  labels: Labels,
): { readonly fields: readonly HistoryField[]; readonly relations: readonly HistoryRelation[] } {
  return {
    fields: [...fields]
      .sort(([one], [other]) => labels.place(one) - labels.place(other))
      .map(([name, change]) => ({ name, label: labels.field(name), ...change })),
    relations: [...relations].map(([relation, change]) => ({ relation, label: labels.relation(relation), ...change })),
  }
}
