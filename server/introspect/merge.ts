import type { MediaTypeDocument, MetadataDocument } from '../catalog/document.ts'
import { PROP_NAMES } from '../catalog/prop-names.ts'
import { fieldTypes } from '../field-types/index.ts'
import { derivePages } from './derive-pages.ts'
import type { Notes } from './note.ts'
import { prunedPages } from './prune-pages.ts'

type Field = MediaTypeDocument['fields'][number]
type Relation = NonNullable<MediaTypeDocument['relations']>[number]

export interface MergeInput {
  readonly current: MetadataDocument
  /** What the tables say now. */
  readonly derived: readonly MediaTypeDocument[]
  /** Media types that stand for a table this run is about. */
  readonly managed: ReadonlySet<string>
  /** Tables there are in the schemas read, by title, and whether such a schema was read at all. */
  readonly hasTable: (title: string) => boolean
  readonly hasColumn: (title: string, column: string) => boolean
  readonly withPages: boolean
}

/**
 * The metadata as it should be: what the tables say, in the words of whoever edited the metadata since. Labels, help,
 * roles, pages and the types that people chose are kept; tables and columns that are gone go.
 */
export function merge(input: MergeInput, notes: Notes): MetadataDocument {
  const { current, derived, managed, withPages } = input
  const gone = current.mediaTypes.filter(({ name }) => managed.has(name) && !derived.some((type) => type.name === name))
  for (const { name, table } of gone)
    notes.remark(table ?? name, `the media type ${name} goes: there is no such table to map any more`)
  const names = new Set(gone.map(({ name }) => name))
  const kept = current.mediaTypes.filter(({ name }) => !names.has(name))
  const mediaTypes = kept.map((type) => {
    const fresh = derived.find(({ name }) => name === type.name)
    return withoutTargets(fresh === undefined ? type : mergeType(type, fresh, names, input, notes), names)
  })
  const added = derived.filter(({ name }) => !current.mediaTypes.some((type) => type.name === name))
  const all = [...mediaTypes, ...added]
  const pages = prunedPages(current, all, names)
  return { ...current, mediaTypes: all, pages: withPages ? [...pages, ...derivePages(added, all, pages)] : pages }
}

function mergeType(
  known: MediaTypeDocument,
  fresh: MediaTypeDocument,
  gone: ReadonlySet<string>,
  input: MergeInput,
  notes: Notes,
): MediaTypeDocument {
  const relations = mergeRelations(known, fresh, input)
  const toMany = new Set(relations.flatMap(({ field }) => field ?? []))
  const refers = { before: referring(known.relations), now: referring(relations, gone), by: referring(fresh.relations) }
  const table = fresh.table as string
  const fields = known.fields.flatMap((field): readonly Field[] => {
    const now = fresh.fields.find(({ name }) => name === field.name)
    if (now !== undefined) return [mergeField(field, now, table, refers, notes)]
    if (toMany.has(field.name) || input.hasColumn(table, columnOf(field))) return [field]
    notes.remark(`${table}.${columnOf(field)}`, `the field ${field.name} goes: there is no such column any more`)
    return []
  })
  const more = fresh.fields.filter(({ name }) => !known.fields.some((field) => field.name === name))
  const all = [...fields, ...more]
  const has = (name: string | undefined): boolean => all.some((field) => field.name === name)
  const { nameField, parentField, sourceField, relations: _, ...rest } = known
  const name = has(nameField) ? nameField : fresh.nameField
  const parent = has(parentField) ? parentField : fresh.parentField
  return {
    ...rest,
    ...(name === undefined ? {} : { nameField: name }),
    ...(has(sourceField) && sourceField !== undefined ? { sourceField } : {}),
    ...(parent === undefined ? {} : { parentField: parent }),
    ...(fresh.blockWrite ? { blockWrite: true } : {}),
    ...(fresh.blockDelete ? { blockDelete: true } : {}),
    ...(fresh.blockCreate ? { blockCreate: true } : {}),
    foreign: { ...fresh.foreign, ...insertedOf(known, fresh, input) },
    fields: all,
    ...(relations.length === 0 ? {} : { relations }),
  }
}

function insertedOf({ foreign }: MediaTypeDocument, { table = '' }: MediaTypeDocument, { hasColumn }: MergeInput) {
  const inserted = foreign?.inserted
  return inserted !== undefined && hasColumn(table, inserted) ? { inserted } : {}
}

/** Columns that refer to a record: in the metadata as they were, as they will be, and by foreign keys. */
interface Refers {
  readonly before: ReadonlySet<string>
  readonly now: ReadonlySet<string>
  readonly by: ReadonlySet<string>
}

function referring(relations: readonly Relation[] = [], gone: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  return new Set(
    relations.flatMap(({ kind, related, column }) =>
      column === undefined || kind === 'one-to-many' || gone.has(related) ? [] : [column],
    ),
  )
}

/** What the column demands is the column's; how it is called and shown is the editor's. */
function mergeField(known: Field, now: Field, table: string, refers: Refers, notes: Notes): Field {
  const column = columnOf(now)
  const subject = `${table}.${column}`
  if (refers.now.has(column) && !refers.by.has(column))
    notes.remark(subject, `the field ${known.name} stays a relation, though no foreign key says so any more`)
  const sameKind =
    refers.before.has(column) === refers.now.has(column) &&
    known.columnType === now.columnType &&
    parameterType(known.type) === parameterType(now.type)
  if (!sameKind) notes.remark(subject, `the field ${known.name} becomes ${now.type}: its column changed`)
  const { required: wasRequired, props: knownProps, enumValues: knownValues, ...rest } = known
  const { unique: _, readOnly: __, columnType: ___, ...own } = rest
  const type = sameKind && !(now.enumValues !== undefined && knownValues === undefined) ? known.type : now.type
  const props = propsOf(type, type === known.type ? knownProps : only(knownProps, type), now.props)
  if (wasRequired && !now.required) notes.remark(subject, `stays required in the metadata, though the table takes none`)
  const enumValues = now.enumValues?.map((choice) => knownValues?.find(({ value }) => value === choice.value) ?? choice)
  const values = enumValues ?? (sameKind && known.type !== now.type ? knownValues : undefined)
  return {
    ...own,
    type,
    ...(now.columnType === undefined ? {} : { columnType: now.columnType }),
    ...(wasRequired || now.required ? { required: true } : {}),
    ...(now.unique ? { unique: true } : {}),
    ...(now.readOnly ? { readOnly: true } : {}),
    ...(values === undefined ? {} : { enumValues: values }),
    ...(Object.keys(props).length === 0 ? {} : { props }),
    ...(known.help === undefined && now.help !== undefined ? { help: now.help } : {}),
  }
}

type Props = NonNullable<Field['props']>

/** Those the type knows, but for strange ones that are there and stay as they are. */
function propsOf(type: string, known: Props = {}, now: Props = {}): Props {
  const added = only(now, type)
  const isSame = Object.entries(added).every(([name, value]) => JSON.stringify(known[name]) === JSON.stringify(value))
  return isSame ? known : { ...only(known, type), ...added }
}

function only(props: Props = {}, type: string): Props {
  return Object.fromEntries(Object.entries(props).filter(([name]) => PROP_NAMES[type]?.includes(name)))
}

function parameterType(name: string): string | undefined {
  return fieldTypes.get(name)?.parameterType
}

/** Declared relations go with their column or joining table; those that people declared beside the keys stay. */
function mergeRelations(known: MediaTypeDocument, fresh: MediaTypeDocument, input: MergeInput): readonly Relation[] {
  const now = fresh.relations ?? []
  const table = fresh.table as string
  const kept = (known.relations ?? []).filter(
    (relation) => !now.some((other) => isSame(relation, other)) && isThere(relation, table, input),
  )
  return [...kept, ...now]
}

function isSame(a: Relation, b: Relation): boolean {
  if (a.linkTable !== undefined || b.linkTable !== undefined)
    return a.linkTable === b.linkTable && a.linkColumn === b.linkColumn
  return a.kind !== 'one-to-many' && b.kind !== 'one-to-many' && a.column === b.column
}

function isThere({ kind, column, linkTable }: Relation, table: string, { hasTable, hasColumn }: MergeInput): boolean {
  if (linkTable !== undefined) return hasTable(linkTable)
  return kind === 'one-to-many' || column === undefined || hasColumn(table, column)
}

/** Relations to media types that are gone go too, with the fields of lists of their records. */
function withoutTargets(type: MediaTypeDocument, gone: ReadonlySet<string>): MediaTypeDocument {
  const lost = (type.relations ?? []).filter(
    ({ related, linkMediaType }) => gone.has(related) || gone.has(linkMediaType ?? ''),
  )
  if (lost.length === 0) return type
  const fields = new Set(lost.flatMap(({ field }) => field ?? []))
  const { relations: _, ...rest } = type
  const relations = (type.relations ?? []).filter((relation) => !lost.includes(relation))
  return {
    ...rest,
    fields: type.fields.filter(({ name }) => !fields.has(name)),
    ...(relations.length === 0 ? {} : { relations }),
  }
}

function columnOf({ name, column }: Field): string {
  return column ?? name
}
