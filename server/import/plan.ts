import type { Catalog } from '../catalog/catalog.ts'
import type { ColumnFacts } from './column-facts.ts'
import type { ColumnPlan, ImportPlan } from './import-plan.ts'
import { planExisting } from './plan-existing.ts'
import { planNew } from './plan-new.ts'
import { PlanFault, type Wishes } from './wishes.ts'

/** @throws PlanFault with everything that is wrong */
export function planImport(columns: readonly ColumnFacts[], wishes: Wishes, catalog: Catalog): ImportPlan {
  const faults = unknownColumns(columns, wishes)
  const existing = catalog.mediaTypes.get(wishes.into)
  const wanted = columns.filter(({ name }) => !wishes.skip.has(name))
  const part = existing
    ? planExisting(wanted, wishes, existing, catalog, faults)
    : planNew(wanted, wishes, catalog, faults)
  const key = keyOf(part.columns, wishes, faults)
  if (!part.columns.some(({ many }) => !many) && faults.length === 0) {
    faults.push('the file has no column with values of its own: records could not be told apart')
  }
  if (faults.length > 0) throw new PlanFault(faults)
  const notes = [...part.notes, ...styleNotes(wanted, part.columns)]
  return {
    ...part,
    into: wishes.into,
    key,
    skipped: [...wishes.skip, ...part.skipped],
    styles: stylesOf(wanted),
    notes,
  }
}

function stylesOf(columns: readonly ColumnFacts[]): ImportPlan['styles'] {
  return new Map(columns.flatMap(({ name, styled }) => (styled?.style ? [[name, styled.style] as const] : [])))
}

/** Which option says what a column of days or numbers says that may be read in two ways. */
const OPTIONS = { dates: '--dates dmy or --dates mdy', decimal: '--decimal comma or --decimal point' } as const

function styleNotes(columns: readonly ColumnFacts[], plans: readonly ColumnPlan[]): readonly string[] {
  return columns.flatMap(({ name, styled, samples: [sample] }) => {
    const plan = plans.find(({ column }) => column === name)
    if (styled === null || styled.style !== null || plan === undefined || plan.related !== null) return []
    return [
      `${name} is read as ${plan.type}: what ${sample} says depends on how it is written; ${OPTIONS[styled.family]} tells`,
    ]
  })
}

function unknownColumns(columns: readonly ColumnFacts[], wishes: Wishes): string[] {
  const names = new Set(columns.map(({ name }) => name))
  const asked = [
    ...(['map', 'types', 'lists', 'lookups'] as const).flatMap((wish) => [...wishes[wish].keys()]),
    ...wishes.skip,
  ]
  const unknown = [...new Set(asked)].filter((name) => !names.has(name))
  return unknown.map((name) => `the file has no column ${JSON.stringify(name)}; it has ${[...names].join(', ')}`)
}

function keyOf(columns: readonly ColumnPlan[], { key }: Wishes, faults: string[]): readonly string[] {
  return key.flatMap((name) => {
    const found = columns.find(({ column }) => column === name) ?? columns.find(({ field }) => field === name)
    if (found === undefined) faults.push(`--key ${name}: no column of the file and no field it fills has this name`)
    else if (found.many || found.type === 'JSON')
      faults.push(`--key ${name}: a record cannot be recognised by a list or by JSON`)
    return found === undefined ? [] : [found.field]
  })
}
