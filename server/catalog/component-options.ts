import { isObject } from '../../shared/json.ts'
import { addressOrigin } from '../../shared/placeholders.ts'
import type { MetadataRows } from './build.ts'
import { type Checked, checkedRow, type MetadataProblem } from './metadata-problem.ts'
import { checkShape } from './shapes/check-shape.ts'
import { CONFIGURATIONS } from './shapes/component-shapes.ts'
import type { ObjectShape } from './shapes/shape.ts'

interface ComponentRow {
  readonly type: string
  readonly configuration: unknown
}

/** What is wrong with a built-in component's options: names there are none of, and an address that leads nowhere. */
export function checkOptions({ type, configuration }: ComponentRow, { wrong }: Checked): void {
  const given = (configuration ?? {}) as Readonly<Record<string, unknown>>
  const known = Object.keys(shapeOf(type)?.members ?? given)
  for (const name of Object.keys(given)) {
    if (!known.includes(name))
      wrong('configuration', `${type} has no option ${JSON.stringify(name)}: ${expected(known)}`)
  }
  if (type === 'iframe' && typeof given.url === 'string' && addressOrigin(given.url) === null)
    wrong('configuration', 'url: expected an address with http or https, whose host is no placeholder')
}

/**
 * Options of built-in components that hold what their type does not read, and those that are missing. A configuration
 * that is as it was before is left.
 */
export function wrongOptions(rows: MetadataRows, before: MetadataRows): readonly MetadataProblem[] {
  const was = new Map(before.components.map((row) => [row.id, written(row)]))
  return rows.components.flatMap((row) => {
    if (row.id > 0 && was.get(row.id) === written(row)) return []
    const checked = checkedRow('adm_page_components', row.id, `${row.page_key} ${row.component_key}`)
    checkValues(row, checked)
    return checked.found
  })
}

/** What the values of a built-in component's options are not, each by its path: `tabs/0/fields: expected a list`. */
export function checkValues({ type, configuration }: ComponentRow, { wrong }: Checked): void {
  const shape = shapeOf(type)
  const given = configuration ?? {}
  if (shape === undefined || !isObject(given)) return
  for (const { path, message, atName } of checkShape(given, shape)) {
    const unknown = atName === true && path.length === 1
    if (!unknown) wrong('configuration', path.length === 0 ? message : `${path.join('/')}: ${message}`)
  }
}

/** Undefined for types of bundles. */
function shapeOf(type: string): ObjectShape | undefined {
  return Object.hasOwn(CONFIGURATIONS, type) ? CONFIGURATIONS[type] : undefined
}

function written({ type, configuration }: ComponentRow): string {
  return JSON.stringify([type, configuration])
}

function expected(names: readonly string[]): string {
  return names.length === 0 ? 'expected none' : `expected one of ${names.join(', ')}`
}
