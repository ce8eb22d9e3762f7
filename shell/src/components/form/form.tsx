import '../../styles/form.css'
import { Alert } from 'antd'
import { useReducer, useState } from 'react'
import type { FormData, FormSchema, PageComponentProps } from '../../../../shared/page.ts'
import { usePageEdits } from '../../edits/page-edits.ts'
import { WhyLink } from '../../why/why-link.tsx'
import { FormActions } from './form-actions.tsx'
import { FormFields } from './form-fields.tsx'
import { type Change, changedFields, type FormState, startForm } from './form-state.ts'
import { useFormEditor } from './use-form-editor.ts'
import { useFreshData } from './use-fresh-data.ts'

/** Edits one record of a media type, existing or new, or several alike. */
export function Form(props: PageComponentProps<FormData | null, FormSchema>) {
  const { schema, data } = props
  if (data === null) return <Alert type="warning" showIcon title="The server sent no values for this form." />
  return <LoadedForm {...props} data={data} schema={schema} />
}

function LoadedForm(props: PageComponentProps<FormData, FormSchema>) {
  const { schema, data, componentKey, title = 'Record' } = props
  const { fields, tabs } = schema
  const edits = usePageEdits()
  const [state, change] = useReducer(applyChange, null, () => startForm(data, fields))
  const [active, setActive] = useState(tabs[0]?.key ?? '')
  const isNew = data.id === null && data.records === undefined
  const writable = isNew ? schema.canCreate : schema.canWrite
  const changed = changedFields(state)
  useFormEditor({ componentKey, title, schema, state, change, openTab: setActive, writable })
  useFreshData(data, state, fields, change)

  return (
    <form
      className="mq-form"
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        edits.commands.current.save()
      }}
    >
      {!writable && <ReadOnly schema={schema} data={data} isNew={isNew} />}
      {writable && data.records !== undefined && (
        <Alert
          type="info"
          showIcon
          title={`${data.records.length.toLocaleString()} records are edited at once. What you change is changed in all of them; the rest stays as it is in each.`}
        />
      )}
      <FormFields {...{ componentKey, schema, state, change, active, writable }} openTab={setActive} />
      <FormActions {...{ componentKey, schema, state, writable }} dirty={changed.length > 0} />
      {/* Enter in a field saves the page, whose button stands outside. */}
      <button type="submit" hidden disabled={!writable} />
    </form>
  )
}

function ReadOnly({ schema, data, isNew }: { schema: FormSchema; data: FormData; isNew: boolean }) {
  const several = data.records !== undefined
  const text = isNew
    ? 'You may not create records here.'
    : `You may view ${several ? 'these records' : 'this record'}, not change ${several ? 'all of them' : 'it'}.`
  return (
    <Alert
      type="info"
      showIcon
      title={text}
      action={<WhyLink mediaType={schema.mediaType} id={data.id} action={isNew ? 'create' : 'write'} />}
    />
  )
}

function applyChange(state: FormState, change: Change): FormState {
  return change(state)
}
