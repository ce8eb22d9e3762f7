/** A row of `adm_fields` without what its media type and its place say. */
export interface FieldRow {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly column_name: string | null
  readonly column_type: string | null
  readonly required: boolean
  readonly is_unique: boolean
  readonly read_only: boolean
  readonly indexed: boolean
  readonly default_value: string | null
  readonly enum_values: string | null
  readonly props: string | null
  readonly help: string | null
}

type More = Partial<Omit<FieldRow, 'default_value' | 'enum_values' | 'props'>> & {
  readonly default_value?: unknown
  readonly enum_values?: Readonly<Record<string, string>>
  readonly props?: Readonly<Record<string, unknown>>
}

export function field(name: string, label: string, type: string, more: More = {}): FieldRow {
  const { default_value: initial, enum_values: choices, props, ...rest } = more
  return {
    name,
    label,
    type,
    column_name: name,
    column_type: null,
    required: false,
    is_unique: false,
    read_only: false,
    indexed: false,
    help: null,
    ...rest,
    default_value: initial === undefined ? null : JSON.stringify(initial),
    enum_values:
      choices === undefined
        ? null
        : JSON.stringify(Object.entries(choices).map(([value, label]) => ({ value, label }))),
    props: props === undefined ? null : JSON.stringify(props),
  }
}

export const flag = (name: string, label: string, help: string | null = null): FieldRow =>
  field(name, label, 'Boolean', { required: true, default_value: false, help })

export const NAME = { maxLength: 63, pattern: '^[a-z][a-z0-9_]*$' }
export const NAME_HELP = 'Lower-case letters, digits and underscores.'
export const reference = (name: string, label: string, more: More = {}): FieldRow =>
  field(name, label, 'Text', { props: NAME, ...more })
export const readOnly = (name: string, label: string, type: string): FieldRow =>
  field(name, label, type, { read_only: true })
