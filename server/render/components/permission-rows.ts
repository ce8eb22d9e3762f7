import type { SourceNode } from '../../../shared/page.ts'
import { type Inherited, type Mark, type Marks, type PermissionRow, withOwn } from '../../../shared/permission-list.ts'
import type { MediaType } from '../../catalog/catalog.ts'
import type { OwnItems } from '../../services/permission/client.ts'
import type { Permissions } from '../context.ts'

type Items = OwnItems['items']
type Item = Items[number]
/** A row before it is known who holds what. */
type Offered = Omit<PermissionRow, 'own' | 'inherited' | 'effective'>

export interface GroupItems {
  readonly label: string
  readonly items: Items
}

export interface RowsOf {
  readonly own: Items
  readonly groups: readonly GroupItems[]
  readonly inventory: Awaited<ReturnType<Permissions['inventory']>>
  readonly sources: readonly SourceNode[]
  readonly mediaTypes: ReadonlyMap<string, MediaType>
}

const EVERY: readonly Mark[] = ['canRead', 'canWrite', 'canDelete']
const OF_FIELDS: readonly Mark[] = ['canRead', 'canWrite']

/** All there is to permit: media types with their fields, the tree of sources, and what is held besides. */
export function permissionRows({ own, groups, inventory, sources, mediaTypes }: RowsOf): readonly PermissionRow[] {
  const offered = [
    ...typeRows(inventory, mediaTypes),
    ...sources.flatMap((node) => sourceRows(node)),
    ...fieldRows(mediaTypes),
  ]
  const known = new Set(offered.map(({ key }) => key))
  const rest = new Map<string, Offered>()
  for (const item of [...own, ...groups.flatMap(({ items }) => items)]) {
    const row = heldRow(item)
    if (!known.has(row.key) && !rest.has(row.key)) rest.set(row.key, row)
  }
  const ownByKey = new Map(own.map((item) => [keyOf(item), marksOf(item)]))
  const fromGroups = groups.map(({ label, items }) => ({
    label,
    items: new Map(items.map((item) => [keyOf(item), marksOf(item)])),
  }))
  const given = new Map<string, readonly Inherited[]>()
  const rows = [...offered, ...rest.values()].map((row): PermissionRow => {
    const above = row.category === 'sources' && row.parent !== undefined ? (given.get(row.parent) ?? []) : []
    const here = fromGroups.flatMap(({ label, items }): readonly Inherited[] => {
      const marks = items.get(row.key)
      return marks === undefined ? [] : [{ from: { kind: 'group', label }, marks }]
    })
    if (row.category === 'sources') given.set(row.key, [...here.map((each) => via(each, row.label)), ...above])
    const inherited = [...here, ...above]
    return { ...row, own: null, inherited, effective: { canRead: false, canWrite: false, canDelete: false } }
  })
  return withOwn(rows, ({ key }) => ownByKey.get(key) ?? null)
}

/** What a group gives on a source, as the sources below have it. */
function via({ from, marks }: Inherited, label: string): Inherited {
  return { from: { ...from, via: label }, marks }
}

function typeRows({ categories }: RowsOf['inventory'], mediaTypes: ReadonlyMap<string, MediaType>): readonly Offered[] {
  return categories
    .filter(({ key }) => key === 'mediaTypes')
    .flatMap(({ items }) => items)
    .map((item): Offered => {
      const type = mediaTypes.get(item.key)
      const may = new Set<string>(item.permissions)
      const givable: Readonly<Record<Mark, boolean>> = {
        canRead: may.has('CanRead'),
        canWrite: may.has('CanWrite') || may.has('CanCreate'),
        canDelete: may.has('CanDelete'),
      }
      return {
        key: `mediaType:${item.key}`,
        category: 'mediaTypes',
        objectType: 2,
        objectId: null,
        name: item.key,
        label: type?.labelPlural ?? item.label,
        ...(type?.system ? { system: true as const } : {}),
        givable: EVERY.filter((mark) => givable[mark]),
      }
    })
    .toSorted(ownFirst)
}

function sourceRows(node: SourceNode, parent?: string): readonly Offered[] {
  const key = `source:${node.id}`
  const row: Offered = {
    key,
    category: 'sources',
    objectType: 1,
    objectId: node.id,
    name: null,
    label: node.title,
    ...(parent === undefined ? {} : { parent }),
    givable: EVERY,
  }
  return [row, ...node.children.flatMap((child) => sourceRows(child, key))]
}

function fieldRows(mediaTypes: ReadonlyMap<string, MediaType>): readonly Offered[] {
  return [...mediaTypes.values()].flatMap((type) =>
    [...type.fields.values()].map((field): Offered => {
      const name = `field:${type.name}.${field.name}`
      return {
        key: name,
        category: 'fields',
        objectType: 3,
        objectId: null,
        name,
        label: field.label,
        parent: `mediaType:${type.name}`,
        ...(type.system ? { system: true as const } : {}),
        givable: field.readOnly ? ['canRead'] : OF_FIELDS,
      }
    }),
  )
}

const HELD_CATEGORY = { 1: 'sources', 2: 'mediaTypes', 3: 'booleans' } as const

/** Of what is held and not on offer: a boolean, or something that is gone. */
function heldRow(item: Item): Offered {
  const { objectType, objectId, key: name } = item
  const isField = name?.startsWith('field:') === true && objectType === 3
  const category = isField ? 'fields' : (HELD_CATEGORY[objectType as 1 | 2 | 3] ?? 'booleans')
  return {
    key: keyOf(item),
    category,
    objectType,
    objectId: objectType === 1 ? objectId : null,
    name,
    label: name ?? `#${objectId}`,
    ...(category === 'booleans' ? {} : { gone: true as const }),
    givable: isField ? OF_FIELDS : EVERY,
  }
}

function keyOf({ objectType, objectId, key }: Item): string {
  if (objectType === 1) return `source:${objectId}`
  if (objectType === 2) return `mediaType:${key}`
  return key?.startsWith('field:') === true ? key : `boolean:${key}`
}

function marksOf({ canRead, canWrite, canDelete }: Item): Marks {
  return { canRead, canWrite, canDelete }
}

function ownFirst(a: Offered, b: Offered): number {
  return Number(a.system ?? false) - Number(b.system ?? false) || a.label.localeCompare(b.label)
}
