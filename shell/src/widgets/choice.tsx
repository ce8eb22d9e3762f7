import { DownOutlined } from '@ant-design/icons'
import { AutoComplete, Select } from 'antd'
import { type KeyboardEvent, use, useState } from 'react'
import type { FieldSchema } from '../../../shared/page.ts'
import type { OfferedValue } from '../api/values.ts'
import { type ChoiceSource, choiceSource } from './choices.ts'
import { FormValues } from './form-values.ts'
import { useChoices } from './use-choices.ts'
import { inputProps, type WidgetProps } from './widget.ts'

/** A value that records hold: typed, or chosen among theirs. An id is chosen by what it stands for. */
export function ChoiceWidget(props: WidgetProps) {
  const source = choiceSource(props.field.choices ?? [], use(FormValues))
  const isId = props.field.choices?.every(({ value }) => value === 'id') === true
  return isId ? <ById {...props} source={source} /> : <ByText {...props} source={source} />
}

type ChoiceProps = WidgetProps & { readonly source: ChoiceSource | null }

function ByText({ source, ...props }: ChoiceProps) {
  const { value, onChange, field } = props
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(false)
  const values = withKnown(field, useChoices(source, open).values)
  const text = typeof value === 'string' ? value : ''
  // What stands there when the list is opened does not narrow it: the user wants to see the others.
  const shown = typed ? values.filter((offered) => matches(offered, text)) : values
  // Enter chooses; what nothing is like is looked at once more before it is saved.
  const isOther = values.length > 0 && text !== '' && values.every(({ value: known }) => String(known) !== text)
  const keepEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && ((open && shown.length > 0) || isOther)) event.preventDefault()
  }
  return (
    <AutoComplete
      {...inputProps(props)}
      className="mq-fill mq-choice"
      allowClear={!field.required}
      suffixIcon={source === null ? null : <DownOutlined aria-hidden="true" />}
      open={open && shown.length > 0}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setTyped(false)
      }}
      options={shown.map((offered) => ({ value: String(offered.value), label: <Offered {...offered} /> }))}
      value={text}
      onKeyDown={keepEnter}
      onChange={(next: string | undefined) => {
        setTyped(true)
        onChange(next === undefined || next === '' ? null : next)
      }}
    />
  )
}

/** What a field offers of itself, and what records hold besides. */
function withKnown({ enumValues = [] }: FieldSchema, held: readonly OfferedValue[]): readonly OfferedValue[] {
  const known = new Set(enumValues.map(({ value }) => value))
  return [...enumValues, ...held.filter(({ value }) => !known.has(String(value)))]
}

function ById({ source, ...props }: ChoiceProps) {
  const { value, onChange, field } = props
  const { values, busy } = useChoices(source, true)
  const options = values.map(({ value: id, label }) => ({ value: Number(id), label: label ?? `#${id}` }))
  const id = typeof value === 'number' ? value : null
  const chosen = options.find((option) => option.value === id) ?? { value: id ?? 0, label: `#${id}` }
  return (
    <Select<{ value: number; label: string } | null>
      {...inputProps(props)}
      className="mq-fill"
      labelInValue
      disabled={props.disabled || (source === null && id === null)}
      allowClear={!field.required || source === null}
      showSearch={{ optionFilterProp: 'label' }}
      loading={busy}
      notFoundContent={busy ? 'Loading…' : 'Nothing to choose from'}
      placeholder={source === null ? 'Not used here' : 'Choose'}
      options={options}
      value={id === null ? null : chosen}
      onChange={(next: { value: number } | null | undefined) => onChange(next?.value ?? null)}
    />
  )
}

function Offered({ value, label }: OfferedValue) {
  return (
    <span className="mq-offered">
      <span>{value}</span>
      {label !== null && label !== value && <span className="mq-muted">{label}</span>}
    </span>
  )
}

function matches({ value, label }: OfferedValue, typed: string): boolean {
  return `${value} ${label ?? ''}`.toLowerCase().includes(typed.trim().toLowerCase())
}
