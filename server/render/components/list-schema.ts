import type { ListColumn, ListSchema } from '../../../shared/page.ts'
import type { Catalog, Field, MediaType, PageComponent } from '../../catalog/catalog.ts'
import { countOption, textOption, textsOption } from './configuration.ts'
import { fieldSchema } from './field-schema.ts'
import { type LabelPlan, labelPlan } from './labels.ts'
import { plannedOnce } from './planned-once.ts'

/** What a list is, for every caller and request alike. */
export interface ListPlan {
  readonly type: MediaType
  /** What is read of each record: the columns, and what their links need. */
  readonly fields: readonly Field[]
  readonly labels: LabelPlan
  /** All of the schema but what depends on the caller. */
  readonly schema: Omit<ListSchema, 'canCreate'>
}

/**
 * Plans a list; once per catalog [PR22].
 *
 * @throws when neither the component nor its page names a media type there is.
 */
export const listPlan = plannedOnce(makePlan)

/** Columns of a list whose configuration names none. */
export const SHOWN_BY_DEFAULT = 8
export const DEFAULT_PAGE_SIZE = 20
export const PAGE_SIZES = [20, 50, 100, 250]

function makePlan(catalog: Catalog, component: PageComponent, pageType: MediaType | undefined): ListPlan {
  const name = textOption(component, 'mediaType')
  const type = name === undefined ? pageType : catalog.mediaTypes.get(name)
  if (type === undefined) throw new Error(`the list ${component.key} has no media type`)
  const names = [...type.fields.keys()]
  const shown = new Set(textsOption(component, 'columns') ?? names.slice(0, SHOWN_BY_DEFAULT))
  const further = textsOption(component, 'hidden') ?? (textsOption(component, 'columns') ? [] : names)
  const listed = [...new Set([...shown, ...further])].flatMap((column) => type.fields.get(column) ?? [])
  const columns = listed.map((field) => listColumn(field, shown.has(field.name), component, catalog))
  const linked = columns.flatMap(({ props }) => type.fields.get(props.link?.id ?? '') ?? [])
  const defaultPageSize = countOption(component, 'pageSize') ?? DEFAULT_PAGE_SIZE
  const editPageKey = textOption(component, 'editPageKey')
  return {
    type,
    fields: [...new Set([...listed, ...linked])],
    labels: labelPlan(listed, type, catalog),
    schema: {
      mediaType: type.name,
      columns,
      defaultSort: knownSort(textOption(component, 'defaultSort') ?? '', type),
      defaultPageSize,
      pageSizes: [...new Set([...PAGE_SIZES, defaultPageSize])].sort((a, b) => a - b),
      ...(editPageKey === undefined ? {} : { editPageKey }),
      labelField: type.nameField ?? listed[0]?.name ?? 'id',
    },
  }
}

/** The configured order without fields that are hidden from who looks at the list [P4]. */
export function knownSort(sort: string, { fields }: MediaType): string {
  const isKnown = (key: string): boolean => {
    const [, name = ''] = /^-?(\w+)/.exec(key.trim()) ?? []
    return fields.has(name) || SORTABLE.includes(name)
  }
  return sort.split(',').filter(isKnown).join(',')
}

/** What every record has. */
const SORTABLE = ['id', '_id', 'dateins']

/** Operators on ids of related records, most usual first; their labels are searched by `<field>[<related field>]`. */
const BY_RECORD = ['in', 'notin', 'isempty']

export function listColumn(field: Field, visible: boolean, component: PageComponent, catalog: Catalog): ListColumn {
  const able = field.type.operators
  const operators = field.relation === null ? able : BY_RECORD.filter((operator) => able.includes(operator))
  return {
    ...fieldSchema(field, component, catalog),
    sortable: field.stored && field.type.sortable,
    filterable: operators.length > 0,
    operators,
    visible,
  }
}
