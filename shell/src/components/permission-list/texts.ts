import {
  MARKS,
  type Mark,
  type Marks,
  type PermissionCategoryKey,
  type PermissionRow,
} from '../../../../shared/permission-list.ts'
import { type FieldChoice, fieldChoice } from './edits.ts'

export const MARK_LABELS: Readonly<Record<Mark, string>> = { canRead: 'Read', canWrite: 'Write', canDelete: 'Delete' }

export const CHOICE_LABELS: Readonly<Record<FieldChoice, string>> = {
  none: 'No rule',
  open: 'Open',
  readOnly: 'Read-only',
  hidden: 'Hidden',
}

/** Who gives a mark from elsewhere: groups, and sources above. */
export function givers({ inherited }: PermissionRow, mark: Mark): string {
  return [...new Set(inherited.filter(({ marks }) => marks[mark]).map(giver))].join(', ')
}

type Inherited = PermissionRow['inherited'][number]

function giver({ from }: Inherited): string {
  if (from.kind === 'source') return `${from.label} above`
  return from.via === undefined ? from.label : `${from.label}, on ${from.via}`
}

/** What comes from elsewhere, in a line: `Editors: read, write`. */
export function origins(row: PermissionRow): string {
  const byGiver = Map.groupBy(row.inherited, giver)
  return [...byGiver]
    .map(([name, all]) => `${name}: ${row.category === 'fields' ? fieldText(all) : marksText(all)}`)
    .join(' · ')
}

function marksText(all: readonly Inherited[]): string {
  const given = MARKS.filter((mark) => all.some(({ marks }) => marks[mark]))
  return given.length === 0 ? 'nothing' : given.map((mark) => MARK_LABELS[mark].toLowerCase()).join(', ')
}

function fieldText(all: readonly Inherited[]): string {
  return all.map(({ marks }) => effectText(marks)).join(', ')
}

/** What is left of a field. */
export function effectText(marks: Marks): string {
  return CHOICE_LABELS[fieldChoice(marks)].toLowerCase()
}

/** What holds of a field although its own item says something else. */
export function overruled(row: PermissionRow): string | null {
  if (row.category !== 'fields' || row.own === null) return null
  const [own, effect] = [effectText(row.own), effectText(row.effective)]
  return own === effect ? null : `${effect} all the same`
}

export const TITLES: Readonly<Record<PermissionCategoryKey, string>> = {
  mediaTypes: 'Media types',
  sources: 'Sources',
  fields: 'Fields',
  booleans: 'Switches',
}

const USER = 1
const CLIENT = 3

/** Whether a kind can come from elsewhere at all: a user has groups, a source those above it. */
export const canBeInherited = (category: PermissionCategoryKey, ownerType: number): boolean =>
  ownerType === USER || category === 'sources'

const WITHOUT_SOURCE = ' Records without a source are seen by everybody who may read their media type.'

/** How rights of a kind come together, for whom they are about. */
export function explanation(category: PermissionCategoryKey, ownerType: number): string {
  return ownRule(category, ownerType) + (category === 'sources' ? WITHOUT_SOURCE : '')
}

function ownRule(category: PermissionCategoryKey, ownerType: number): string {
  if (ownerType === CLIENT)
    return category === 'fields'
      ? 'Through this client nobody may do more with a field than its rule says.'
      : 'Through this client its users may do no more than this. A kind without any rule is not narrowed.'
  if (category === 'fields')
    return 'A field without a rule is open. Where rules of a user and of the user’s groups differ, the one that allows more counts.'
  const own = ownerType === USER ? ' What a group gives cannot be taken away here.' : ''
  return category === 'sources'
    ? `What is given on a source holds for the sources below it.${own}`
    : `Rights add up.${own}`
}
