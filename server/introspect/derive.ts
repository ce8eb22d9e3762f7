import { typeNameFault } from '../catalog/check-names.ts'
import type { FieldDocument, MediaTypeDocument, RelationDocument } from '../catalog/document.ts'
import { type DatabaseSchema, type Table, tableTitle } from './database-schema.ts'
import { deriveFields } from './derive-fields.ts'
import { deriveToMany, deriveToOne } from './derive-relations.ts'
import { inOrder, insertedColumn, nameField, parentField } from './derive-roles.ts'
import { type Join, joinOf } from './join-tables.ts'
import { isReadOnly, isView, type KeyChoice } from './keys.ts'
import { type MappedTable, type Target, targetOf } from './mapped-table.ts'
import { type Note, Notes } from './note.ts'
import type { Probes } from './probe.ts'
import type { Selection } from './selection.ts'
import { isPlain, labelOf, Names, plural, singular, snakeCase, writtenName } from './words.ts'

export interface Derived {
  /** Each with the table it stands for. */
  readonly mediaTypes: readonly { readonly document: MediaTypeDocument; readonly table: Table }[]
  /** Joining tables that became relations of others. */
  readonly joined: readonly Join[]
  readonly notes: readonly Note[]
}

export interface DeriveInput {
  readonly schema: DatabaseSchema
  /** The tables to be mapped, and how their records are told apart. */
  readonly choices: ReadonlyMap<Table, KeyChoice>
  readonly probes: Probes
  readonly selection: Selection
  /** Foreign media types there are, by `table`. */
  readonly known: ReadonlyMap<string, MediaTypeDocument>
  /** Media types that this run leaves alone: their names are taken, and keys lead to those of foreign tables. */
  readonly others: readonly MediaTypeDocument[]
}

/** Media types of tables that were not made for Marquee. What cannot be one, or not all of it, is in the notes. */
export function derive(input: DeriveInput): Derived {
  const notes = new Notes()
  const mapped = mappedTables(input)
  const joins = joinsOf(input, mapped, notes)
  for (const { table, pure } of joins) if (pure) mapped.delete(tableTitle(table))
  for (const [table, choice] of input.choices) tellMissing(table, choice, mapped, joins, input.probes, notes)

  const taken = new Set(joins.flatMap(({ from, to }) => [wayBack(from, to), wayBack(to, from)]))
  const targets = new Map<string, Target>([...otherTargets(input.others), ...mapped])
  const drafts = [...mapped.values()].map((table) => draftOf(table, targets, taken, input, notes))
  const made = joins.filter((join) => addJoin(join, drafts, mapped, notes))
  return {
    mediaTypes: drafts.map((draft) => ({ document: documentOf(draft, made), table: draft.mapped.table })),
    joined: made.filter(({ pure }) => pure),
    notes: notes.all,
  }
}

/** A relation's way back to `to` would have the key of a field of `from` that is called like this. */
function wayBack(from: Join['from'], to: Join['from']): string {
  return `${from.target.title} ${to.target.title} ${to.column}`
}

interface Draft {
  readonly mapped: MappedTable
  readonly names: Names
  readonly cannotAdd: boolean
  readonly fields: FieldDocument[]
  readonly relations: RelationDocument[]
  /** Keys in `_links`, both ways. */
  readonly keys: Set<string>
}

/** Foreign tables that are media types already, and no part of this run. */
function otherTargets(others: readonly MediaTypeDocument[]): readonly (readonly [string, Target])[] {
  return others.flatMap(({ name, table, foreign }) =>
    foreign === undefined || table === undefined
      ? []
      : [[table, { title: table, key: foreign.key ?? 'id', name }] as const],
  )
}

function mappedTables({ choices, probes, known, others }: DeriveInput): Map<string, MappedTable> {
  const names = new Names([...others, ...known.values()].map(({ name }) => name))
  const keyed = [...choices.keys()].flatMap((table) => {
    const key = probes.keys.get(tableTitle(table))
    return key === undefined ? [] : [{ table, key }]
  })
  const byName = [...keyed].sort((a, b) => Number(isPlain(b.table.name)) - Number(isPlain(a.table.name)))
  const named = new Map(
    byName.map(({ table }) => [table, known.get(tableTitle(table))?.name ?? typeName(table, names)] as const),
  )
  return new Map(
    keyed.map(({ table, key }) => {
      const title = tableTitle(table)
      return [title, { title, table, key, known: known.get(title), name: named.get(table) as string }]
    }),
  )
}

function typeName({ schema, name }: Table, names: Names): string {
  const snake = snakeCase(name)
  const plain = typeNameFault(snake, true) === null ? snake : `table_${snake}`.replace(/_$/, '')
  return names.take(plain, `${snakeCase(schema)}_${plain}`)
}

function joinsOf({ choices }: DeriveInput, mapped: ReadonlyMap<string, MappedTable>, notes: Notes): readonly Join[] {
  return [...choices.keys()].flatMap((table) => {
    const found = joinOf(table, mapped)
    if (found === null) return []
    const linkType = mapped.get(tableTitle(table))
    const join = linkType === undefined || !isReferredTo(linkType, mapped) ? found : { ...found, pure: false }
    if (join.pure || linkType !== undefined) return [join]
    const own = table.columns.filter(({ name }) => name !== join.from.column && name !== join.to.column)
    notes.leftOut(
      tableTitle(table),
      `it joins ${join.from.target.name} and ${join.to.target.name}, but has columns of its own (${own.map(({ name }) => name).join(', ')}) and no key of one whole number`,
    )
    return []
  })
}

/** What others refer to must be a record. */
function isReferredTo(target: MappedTable, mapped: ReadonlyMap<string, MappedTable>): boolean {
  return [...mapped.values()].some(({ table }) => table.foreignKeys.some((key) => targetOf(key, mapped) === target))
}

/** Why a table is no media type, unless it is told already. */
function tellMissing(
  table: Table,
  choice: KeyChoice,
  mapped: ReadonlyMap<string, MappedTable>,
  joins: readonly Join[],
  { without, unreachable }: Probes,
  notes: Notes,
): void {
  const title = tableTitle(table)
  if (joins.some((join) => join.pure && join.table === table)) return
  if (!mapped.has(title)) {
    const reason = choice.kind === 'none' ? choice.reason : (without.get(title) ?? '')
    if (!notes.all.some(({ kind, subject }) => kind === 'left out' && subject === title)) notes.leftOut(title, reason)
    return
  }
  if (unreachable.has(title))
    notes.limited(title, `ids below 1 or above ${Number.MAX_SAFE_INTEGER} cannot be addressed`)
  if (table.heirs.length > 0)
    notes.limited(
      title,
      `read-only: it shows the rows of ${table.heirs.join(', ')} too, whose ids nothing keeps apart from its own`,
    )
}

function draftOf(
  mapped: MappedTable,
  all: ReadonlyMap<string, Target>,
  taken: ReadonlySet<string>,
  { selection }: DeriveInput,
  notes: Notes,
): Draft {
  const { fields, names, cannotAdd } = deriveFields(mapped, all, taken, selection, notes)
  const relations = deriveToOne(mapped, fields, all, notes)
  return { mapped, names, cannotAdd, fields: [...fields], relations: [...relations], keys: new Set() }
}

/** Adds what a joining table says to its ends; false, and told, when it cannot. */
function addJoin(
  join: Join,
  drafts: readonly Draft[],
  mapped: ReadonlyMap<string, MappedTable>,
  notes: Notes,
): boolean {
  const draftAt = (end: Join['from']): Draft => drafts.find((draft) => draft.mapped === end.target) as Draft
  const [from, to] = [draftAt(join.from), draftAt(join.to)]
  const linkType = mapped.get(tableTitle(join.table))
  const there = `${to.mapped.name}[${join.from.column}]`
  const back = `${from.mapped.name}[${join.to.column}]`
  if (from.keys.has(there) || to.keys.has(back)) {
    notes.leftOut(
      tableTitle(join.table),
      `as a relation: ${from.mapped.name} and ${to.mapped.name} have one by columns of these names already`,
    )
    return false
  }
  const derived = deriveToMany(join, from.names, linkType, notes)
  if (derived === null) return false
  from.keys.add(there)
  to.keys.add(back)
  from.relations.push(derived.relation)
  if (derived.field !== null) from.fields.push(derived.field)
  return true
}

function documentOf(draft: Draft, joins: readonly Join[]): MediaTypeDocument {
  const { mapped, fields, relations, cannotAdd } = draft
  const { table, key, name } = mapped
  const [view, readOnly] = [isView(table), isReadOnly(table)]
  const label = labels(table)
  const roles = { nameField: nameField(table, fields, relations), parentField: parentField(name, fields, relations) }
  const inserted = insertedColumn(table)
  return {
    name,
    ...label,
    table: tableTitle(table),
    ...(roles.nameField === null ? {} : { nameField: roles.nameField }),
    ...(roles.parentField === null ? {} : { parentField: roles.parentField }),
    ...(joins.some((join) => join.table === table) ? { isLink: true } : {}),
    ...(readOnly || !table.may.change ? { blockWrite: true } : {}),
    ...(readOnly || !table.may.remove ? { blockDelete: true } : {}),
    ...(readOnly || !table.may.add || cannotAdd ? { blockCreate: true } : {}),
    foreign: {
      ...(key === 'id' ? {} : { key }),
      version: view ? 'row' : 'xmin',
      ...(inserted === null ? {} : { inserted }),
    },
    fields: inOrder(fields, roles.nameField),
    ...(relations.length === 0 ? {} : { relations }),
  }
}

/** A short comment without a full stop is what people call the table. Of what is no English there is no plural. */
function labels({ name, comment }: Table): Pick<MediaTypeDocument, 'label' | 'labelPlural'> {
  const said = comment !== null && /^\p{Lu}[\p{L} ]{1,29}$/u.test(comment) ? comment : null
  const written = said === null ? writtenName(name) : /[^ A-Za-z]/.test(said) ? said : null
  if (written !== null) return { label: written, labelPlural: written }
  const snake = snakeCase(said ?? name) || 'table'
  return { label: said ?? labelOf(singular(snake)), labelPlural: labelOf(plural(snake)) }
}
