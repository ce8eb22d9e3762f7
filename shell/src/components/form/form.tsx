import '../../styles/form.css'
import { Alert } from 'antd'
import { useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import type { FieldSchema, FormData, FormSchema, PageComponentProps } from '../../../../shared/page.ts'
import { usePageEdits } from '../../edits/page-edits.ts'
import { TabPanel, TabStrip } from '../../interaction/tab-strip.tsx'
import { linkedId } from '../../routing/linked-id.ts'
import { WhyLink } from '../../why/why-link.tsx'
import { FormValues } from '../../widgets/form-values.ts'
import { wideFields } from './field-layout.ts'
import { FieldRow } from './field-row.tsx'
import { FormActions } from './form-actions.tsx'
import { type Change, changedFields, currentValue, type FormState, isSeveral, rebase, startForm } from './form-state.ts'
import { useFormEditor } from './use-form-editor.ts'

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
  useFreshData(data, state, schema, change)
  const byName = useMemo(() => new Map(fields.map((field) => [field.name, field])), [fields])
  const wide = useMemo(
    () => new Set(tabs.flatMap((tab) => [...wideFields(tab.fields.flatMap((name) => byName.get(name) ?? []))])),
    [tabs, byName],
  )
  const heldIn = useCallback((name: string) => currentValue(state, name), [state])
  const strip = tabs.map((tab) => ({ ...tab, ...tabMarks(tab.fields, state, changed) }))
  const panels = tabs.map((tab) => (
    <TabPanel key={tab.key} id={componentKey} tab={tab.key} active={active} plain={tabs.length < 2}>
      <div className="mq-fields">
        {tab.fields.map((name) => {
          const field = byName.get(name)
          return (
            field && (
              <FieldRow
                key={name}
                {...rowState(state, field)}
                prefix={componentKey}
                wide={wide.has(name)}
                readOnly={!writable || field.readOnly}
                why={writable ? schema.mediaType : undefined}
                recordId={data.id}
                change={change}
              />
            )
          )
        })}
      </div>
    </TabPanel>
  ))

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
      {tabs.length > 1 && (
        <TabStrip id={componentKey} label="Sections" tabs={strip} active={active} onChange={setActive} />
      )}
      <FormValues value={heldIn}>{panels}</FormValues>
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

/** A page that another part put on the screen shows in the form, unless there are edits, which are merged when saved. */
function useFreshData(data: FormData, state: FormState, schema: FormSchema, change: (change: Change) => void): void {
  const clean = changedFields(state).length === 0
  const { fields } = schema
  useEffect(() => {
    if (clean) change((now) => (now.taken === data ? now : { ...rebase(now, data, fields), taken: data }))
  }, [data, clean, fields, change])
}

function applyChange(state: FormState, change: Change): FormState {
  return change(state)
}

function rowState(state: FormState, field: FieldSchema) {
  const { name } = field
  return {
    field,
    edited: Object.hasOwn(state.edits, name),
    several: isSeveral(state, name),
    value: Object.hasOwn(state.edits, name) ? state.edits[name] : state.baseline.values[name],
    chosen: state.labels[name],
    loaded: state.baseline.labels[name],
    problem: state.problems[name],
    error: state.errors[name],
    revision: state.revisions[name] ?? 0,
    linkId: linkedId(field, (other) => (other === 'id' ? state.baseline.id : currentValue(state, other))),
  }
}

function tabMarks(names: readonly string[], state: FormState, changed: readonly string[]) {
  return {
    errors: names.filter((name) => (state.errors[name] ?? state.problems[name]) !== undefined).length,
    changed: names.some((name) => changed.includes(name)),
  }
}
