import { Button, Modal } from 'antd'
import { type FormEvent, useCallback, useReducer, useRef, useState } from 'react'
import type { FieldSchema } from '../../../../shared/page.ts'
import { FormValues } from '../../widgets/form-values.ts'
import { widgetOf } from '../../widgets/index.ts'
import { FieldRow, fieldId } from '../form/field-row.tsx'
import { currentValue, type FormState, labelsOf, startForm } from '../form/form-state.ts'
import { wrongValues } from './edits/check-edits.ts'
import type { Labels, Values } from './edits/list-edits.ts'

interface RowDialogProps {
  readonly title: string
  readonly button: string
  readonly fields: readonly FieldSchema[]
  readonly values: Values
  readonly labels: Labels
  readonly errors?: Readonly<Record<string, string>> | undefined
  /** Offers to go on with another one. */
  readonly again: boolean
  readonly onDone: (values: Values, labels: Labels) => void
  readonly onClose: () => void
}

const PREFIX = 'row-dialog'

/** The fields of one row, as a form: for a row that is made, and for values that are too large for a cell. */
export function RowDialog(props: RowDialogProps) {
  const { title, button, fields, again, onDone, onClose } = props
  const [state, change] = useReducer(applied, null, () => started(props))
  const [round, setRound] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const focusField = (name: string) => document.getElementById(fieldId(PREFIX, name))?.focus()
  const focusFirst = () => form.current?.querySelector<HTMLElement>('input, textarea, [tabindex="0"]')?.focus()
  const heldIn = useCallback((name: string) => currentValue(state, name), [state])

  const done = (): boolean => {
    const values = { ...state.baseline.values, ...state.edits }
    const errors = wrongValues(fields, values)
    change((now) => ({ ...now, errors }))
    const [first] = [...Object.keys(state.problems), ...Object.keys(errors)]
    if (first !== undefined) {
      focusField(first)
      return false
    }
    const labels = Object.fromEntries(fields.map(({ name }) => [name, labelsOf(state, name)]))
    onDone(values, labels)
    return true
  }
  const another = () => {
    if (!done()) return
    change(() => started(props))
    setRound(round + 1)
    requestAnimationFrame(focusFirst)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A form in a dialog is a child of the page's form to React, which is not meant.
    event.stopPropagation()
    if (done()) onClose()
  }
  return (
    <Modal
      open
      width={520}
      title={title}
      mask={{ closable: Object.keys(state.edits).length === 0 }}
      onCancel={onClose}
      afterOpenChange={(open) => open && focusFirst()}
      footer={null}
    >
      <form ref={form} className="mq-rowform" noValidate aria-label={title} onSubmit={submit}>
        <FormValues value={heldIn}>
          {fields.map((field) => (
            <FieldRow
              key={`${field.name} ${round}`}
              prefix={PREFIX}
              field={field}
              value={currentValue(state, field.name)}
              edited={false}
              chosen={state.labels[field.name]}
              loaded={state.baseline.labels[field.name]}
              problem={state.problems[field.name]}
              error={state.errors[field.name]}
              revision={state.revisions[field.name] ?? 0}
              linkId={undefined}
              readOnly={field.readOnly}
              wide={widgetOf(field.widget).wide === true}
              why={undefined}
              recordId={null}
              change={change}
            />
          ))}
        </FormValues>
        <div className="mq-rowform-foot">
          <Button onClick={onClose}>Cancel</Button>
          {again && <Button onClick={another}>{button} and make another</Button>}
          <Button type="primary" htmlType="submit">
            {button}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function started({ fields, values, labels, errors = {} }: RowDialogProps): FormState {
  return { ...startForm({ id: null, etag: null, values, labels }, fields), errors }
}

function applied(state: FormState, change: (state: FormState) => FormState): FormState {
  return change(state)
}
