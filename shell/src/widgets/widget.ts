import type { ComponentType } from 'react'
import type { FieldSchema, RelatedLabel } from '../../../shared/page.ts'

/** What every widget receives. A value that is no value yet (half a date, broken JSON) stays the widget's own, told by `onProblem`. */
export interface WidgetProps {
  /** For the one input the field's label names. */
  readonly id: string
  /** The label's own id, for widgets of several inputs. */
  readonly labelId: string
  readonly field: FieldSchema
  readonly value: unknown
  /** Of the related records that `value` names. */
  readonly labels: readonly RelatedLabel[]
  /** Where the link of a number leads. */
  readonly linkId?: number | undefined
  readonly disabled: boolean
  readonly invalid: boolean
  readonly describedBy: string | undefined
  readonly onChange: (value: unknown, labels?: readonly RelatedLabel[]) => void
  /** Called from the user's own edits only; `null` once what stands there is a value again. */
  readonly onProblem: (problem: string | null) => void
}

export interface Widget {
  readonly component: ComponentType<WidgetProps>
  /** Takes a whole row of the form. */
  readonly wide?: boolean
  /** May take a whole row where it would stand alone in it. */
  readonly stretches?: boolean
  /** Holds a value whatever the user does, so that asking for one says nothing. */
  readonly neverEmpty?: boolean
}

/** The attributes that tie an input to its label, help and error. */
export function inputProps(props: WidgetProps) {
  return {
    id: props.id,
    disabled: props.disabled,
    status: props.invalid ? ('error' as const) : ('' as const),
    'aria-required': props.field.required || undefined,
    'aria-invalid': props.invalid || undefined,
    'aria-describedby': props.describedBy,
  }
}

export function numberProp(field: FieldSchema, name: string): number | undefined {
  const value = field.props[name]
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined
}

export function textProp(field: FieldSchema, name: string): string | undefined {
  const value = field.props[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
